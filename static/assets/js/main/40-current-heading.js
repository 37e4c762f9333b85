/* Marks where one reads: the item of the masthead whose section it is, on a page whose menu leads to its own headings,
   and the heading in the table of contents.
   The last heading above a line is current. The line lies just below the masthead, and moves down as the end of the
   page comes near: what cannot be scrolled up to the masthead has its turn too. Where the page stands as a link to a
   heading put it, that heading is current, wherever the line is. */
for (const nav of document.querySelectorAll(".greedy-nav, .toc")) {
  const links = [...nav.querySelectorAll("a[href^='#']")];
  const idOf = (link) => link.getAttribute("href").slice(1);
  const ids = new Set(links.map(idOf));
  const headings = [...document.querySelectorAll("[id]")].filter(({ id }) => ids.has(id));

  const mark = () => {
    const root = document.documentElement;
    const padding = parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
    const left = root.scrollHeight - innerHeight - scrollY;
    const near = Math.max(0, 1 - left / Math.min(left + scrollY, innerHeight) || 0);
    const line = (innerHeight - padding) * near + 8;
    const below = (heading) => heading.getBoundingClientRect().top - padding;
    const isAsked = (heading) =>
      heading.matches(":target") && Math.abs(Math.max(-scrollY, Math.min(left, below(heading)))) < 2;
    const current = headings.find(isAsked) || headings.findLast((heading) => below(heading) <= line);
    for (const link of links) link.ariaCurrent = idOf(link) === current?.id ? "location" : null;
  };
  const later = () => requestAnimationFrame(mark);

  if (headings.length) {
    for (const type of ["scroll", "hashchange"]) addEventListener(type, later);
    new ResizeObserver(later).observe(document.body);
  }
}
