/* What is wider than the page and scrolls by itself (code, tables, formulas) can be reached with the keyboard. */
{
  const boxes = document.querySelectorAll("pre, table, math");

  const mark = () => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };

  if (boxes.length) new ResizeObserver(mark).observe(document.body);
}
