/* What scrolls by itself (code, tables, formulas, boxes of an author's own) can be reached with the keyboard.
   What is folded is looked at when it is opened: a long list has thousands of BibTeX entries. */
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
