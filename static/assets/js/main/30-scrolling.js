/* What scrolls by itself (code, tables, formulas, boxes of an author's own) can be reached with the keyboard. */
{
  const observer = new ResizeObserver((entries) => {
    for (const { target: box } of entries) {
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });

  for (const box of document.querySelectorAll("pre, table, math, main [style*=overflow]")) observer.observe(box);
}
