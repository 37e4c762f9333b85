/* Marks the current heading in the table of contents, and in the menu if its items are headings of the page.
   The current heading is the last one above a line. This line is just below the masthead, and moves down near the end of
   the page, so that headings that cannot be scrolled up to the masthead become current, too. If the page is at the
   position of a link to a heading, that heading is current. */
for (const nav of document.querySelectorAll(".greedy-nav, .toc")) {
  const links = [...nav.querySelectorAll("a[href^='#']")];
  const idOf = (link) => link.getAttribute("href").slice(1);
  const ids = new Set(links.map(idOf));
  const headings = [...document.querySelectorAll("[id]")].filter(({ id }) => ids.has(id));

  const mark = () => {
    const root = document.documentElement;
    const padding = parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
    const rest = root.scrollHeight - innerHeight - scrollY;
    const nearEnd = Math.max(0, 1 - rest / Math.min(rest + scrollY, innerHeight) || 0);
    const line = (innerHeight - padding) * nearEnd + 8;
    const below = (heading) => heading.getBoundingClientRect().top - padding;
    const isTarget = (heading) =>
      heading.matches(":target") && Math.abs(Math.max(-scrollY, Math.min(rest, below(heading)))) < 2;
    const current = headings.find(isTarget) || headings.findLast((heading) => below(heading) <= line);
    for (const link of links) link.ariaCurrent = idOf(link) === current?.id ? "location" : null;
  };
  const markInNextFrame = () => requestAnimationFrame(mark);

  if (headings.length) {
    for (const type of ["scroll", "hashchange"]) addEventListener(type, markInNextFrame);
    new ResizeObserver(markInNextFrame).observe(document.body);
  }
}
