/* Keeps the masthead in one line: items that do not fit are shown in the menu at its end.
   All items are in both lists, and this script hides each in one of them. Without JavaScript the line wraps, or on a
   phone the menu has all items. It also closes submenus: on Escape, on a click elsewhere, and if the focus leaves. */
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
    let space = shown.clientWidth + gap;
    let count = 0;
    widths.forEach((width, index) => {
      space -= width;
      if (space < 0) count += 1;
      items[index].hidden = count > 0;
      copies[index].hidden = !count;
    });
    menu.querySelector(".greedy-nav__count").textContent = count;
    menu.hidden = !count;
    if (!count) menu.open = false;
  };

  const closeMenus = (condition) => {
    for (const details of nav.querySelectorAll("details[open]")) if (condition(details)) details.open = false;
  };

  if (shown) {
    new ResizeObserver(fit).observe(nav);
    document.fonts.ready.then(fit);
    nav.addEventListener("focusout", ({ relatedTarget: next }) => next && closeMenus((details) => !details.contains(next)));
    document.addEventListener("click", ({ target }) => closeMenus((details) => target.closest("a") || !details.contains(target)));
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      nav.querySelector("[open]:focus-within > summary")?.focus();
      closeMenus(() => true);
    });
  }
}
