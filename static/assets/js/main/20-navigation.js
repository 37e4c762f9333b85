/* The masthead in one line: items that do not fit are shown in the menu behind it instead.
   Each item stands in both lists; this hides it in one of them. Without this script the lines wrap, or, on a phone,
   the menu holds them all. It also closes what is open: on Escape, on a click elsewhere, when the focus leaves. */
{
  const nav = document.querySelector(".greedy-nav");
  const shown = nav?.querySelector(".visible-links");
  const menu = nav?.querySelector(".greedy-nav__more");

  const fit = () => {
    const items = [...shown.children];
    const copies = menu.querySelector("ul").children;
    for (const item of items) item.hidden = false;
    menu.hidden = false;
    nav.toggleAttribute("data-overflows", false);
    nav.toggleAttribute("data-overflows", shown.scrollWidth > shown.clientWidth);
    const gap = parseFloat(getComputedStyle(shown).columnGap) || 0;
    const widths = items.map((item) => item.getBoundingClientRect().width + gap);
    let room = shown.clientWidth + gap;
    let count = 0;
    widths.forEach((width, index) => {
      room -= width;
      if (room < 0) count += 1;
      items[index].hidden = count > 0;
      copies[index].hidden = !count;
    });
    menu.querySelector(".greedy-nav__count").textContent = count;
    menu.hidden = !count;
    if (!count) menu.open = false;
  };

  const close = (isMeant) => {
    for (const details of nav.querySelectorAll("details[open]")) if (isMeant(details)) details.open = false;
  };

  if (shown) {
    new ResizeObserver(fit).observe(nav);
    document.fonts.ready.then(fit);
    nav.addEventListener("focusout", ({ relatedTarget: next }) => next && close((details) => !details.contains(next)));
    document.addEventListener("click", ({ target }) => close((details) => target.closest("a") || !details.contains(target)));
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      nav.querySelector("[open]:focus-within > summary")?.focus();
      close(() => true);
    });
  }
}
