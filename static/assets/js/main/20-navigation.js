/* The masthead in one line: links that do not fit are shown in the menu behind it instead.
   Each link stands in both lists; this hides it in one of them. Without this script the lines wrap, or, on a phone,
   the menu holds them all. */
{
  const nav = document.querySelector(".greedy-nav");
  const shown = nav && nav.querySelector(".visible-links");
  const menu = nav && nav.querySelector(".greedy-nav__more");

  const fit = () => {
    const links = [...shown.children];
    const copies = [...menu.querySelectorAll("li")];
    for (const link of links) link.hidden = false;
    nav.toggleAttribute("data-overflows", false);
    if (shown.scrollWidth > shown.clientWidth) nav.toggleAttribute("data-overflows", true);
    const gap = parseFloat(getComputedStyle(shown).columnGap) || 0;
    const widths = links.map((link) => link.getBoundingClientRect().width + gap);
    let room = shown.clientWidth + gap;
    let full = false;
    widths.forEach((width, index) => {
      room -= width;
      full ||= room < 0;
      links[index].hidden = full;
      copies[index].hidden = !full;
    });
    if (!full) menu.open = false;
  };

  const close = () => {
    menu.open = false;
  };

  if (shown && menu) {
    new ResizeObserver(fit).observe(nav);
    document.fonts.ready.then(fit);
    menu.addEventListener("click", (event) => event.target.closest("a") && close());
    menu.addEventListener("focusout", (event) => event.relatedTarget && !menu.contains(event.relatedTarget) && close());
    document.addEventListener("click", (event) => menu.contains(event.target) || close());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      close();
      menu.querySelector("summary").focus();
    });
  }
}
