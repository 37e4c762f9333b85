/* The button and the key `/` for the site search. They load its script, search.js. */
{
  const button = document.querySelector(".search-button");
  const { src } = document.currentScript;
  let typed; // while that script is on its way

  const open = () => {
    if (window.openSearch) return openSearch("");
    if (typed !== undefined) return;
    typed = "";
    const script = document.createElement("script");
    script.src = new URL("search.js", src);
    script.onload = () => openSearch(typed);
    script.onerror = () => (typed = undefined);
    document.head.append(script);
  };

  if (button) {
    button.hidden = false;
    button.onclick = open;
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
