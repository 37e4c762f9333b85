/* What scrolls by itself (code, tables, formulas, boxes of an author's own) can be reached with the keyboard. */
{
  const boxes = document.querySelectorAll("pre, table, math, main [style*=overflow]");

  const mark = () => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };

  if (boxes.length) new ResizeObserver(mark).observe(document.body);
}
