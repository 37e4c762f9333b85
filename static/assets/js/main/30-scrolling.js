/* Makes elements that scroll (code, tables, formulas, an author's boxes) focusable for the keyboard.
   Folded elements are observed when they are opened: a long list has thousands of BibTeX entries. */
{
  const observer = new ResizeObserver((entries) => {
    for (const { target: box } of entries) {
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });
  const observe = (root) => {
    for (const box of root.querySelectorAll("pre, table, math, main [style*=overflow]"))
      if (!box.closest("details:not([open])")) observer.observe(box);
  };

  observe(document);
  document.addEventListener("toggle", ({ target }) => observe(target), true);
}
