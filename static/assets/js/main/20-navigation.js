/* Keeps the masthead in one line: items that do not fit are shown in the menu at its end, on a phone either all or none.
   All items are in both lists, and this script hides each in one of them. Without JavaScript the line wraps, or on a
   phone the menu has all items. It also closes submenus: on Escape, on a click elsewhere, and if the focus leaves. */
{
  const nav = document.querySelector(".greedy-nav");
  const shown = nav?.querySelector(".visible-links");
  const menu = nav?.querySelector(".greedy-nav__more");

  const phone = matchMedia("(width < 48em)");

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
    let count = widths.findIndex((width) => (space -= width) < 0);
    if (count < 0) count = items.length;
    else if (phone.matches) count = 0;
    items.forEach((item, index) => {
      item.hidden = index >= count;
      copies[index].hidden = !item.hidden;
    });
    menu.hidden = count === items.length;
    if (menu.hidden) menu.open = false;
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
