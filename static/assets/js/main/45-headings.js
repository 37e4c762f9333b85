/* Adds a link to each heading, visible while the pointer is on it. It is for pointers only: screen readers and the keyboard
   have the table of contents. */
for (const heading of document.querySelectorAll(".page__content :is(h1, h2, h3, h4, h5, h6)[id]")) {
  const link = document.createElement("a");
  link.className = "heading-link";
  link.href = `#${encodeURIComponent(heading.id)}`;
  link.tabIndex = -1;
  link.ariaHidden = true;
  heading.append(link);
}
