/* The button and the key `/` for the site search, and `?search=` in the URL, to which the 404 page leads. They load its
   script, search.js. */
{
  const button = document.querySelector(".search-button");
  const { src } = document.currentScript;
  let typed; // while that script is on its way

  const open = (words = "") => {
    if (window.openSearch) return openSearch(words);
    if (typed !== undefined) return;
    typed = words;
    const script = document.createElement("script");
    script.src = new URL("search.js", src);
    script.onload = () => openSearch(typed);
    script.onerror = () => (typed = undefined);
    document.head.append(script);
  };

  if (button) {
    button.hidden = false;
    button.onclick = () => open();
    const asked = new URLSearchParams(location.search).get("search");
    if (asked) open(asked);
    addEventListener("keydown", (event) => {
      const { key } = event;
      const isWaiting = typed !== undefined && !window.openSearch;
      if ((isWaiting ? key.length > 1 : key !== "/") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
      event.preventDefault();
      if (isWaiting) typed += key;
      else open();
    });
  }
}
