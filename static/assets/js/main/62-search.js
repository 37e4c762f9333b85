/* The button that searches the site, and the key `/`: what searches is another script, which comes when it is wanted. */
{
  const button = document.querySelector(".search-button");
  const { src } = document.currentScript;

  const open = () => {
    if (window.openSearch) return openSearch();
    const script = document.createElement("script");
    script.src = new URL("search.js", src);
    script.onload = () => openSearch();
    document.head.append(script);
  };

  if (button) {
    button.hidden = false;
    button.onclick = open;
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
      event.preventDefault();
      open();
    });
  }
}
