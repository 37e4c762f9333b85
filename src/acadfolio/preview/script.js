(version) => {
  "use strict";
  const FOLDED = `acadfolio:${location.pathname}`;
  const SWAPPED = /\.(css|jpe?g|png|gif)$/i; // Files that livereload.js replaces without a reload.
  const nameOf = (details) => details.id || details.querySelector("summary")?.textContent;

  // livereload.js finds this class by its name.
  window.LiveReloadPluginAcadfolio = class {
    static identifier = "acadfolio";
    static version = "1.0";
    analyze() { return { page: version }; }
    reload(path) {
      if (SWAPPED.test(path)) return;
      const folded = [...document.querySelectorAll("details")].map((details) => [nameOf(details), details.open]);
      sessionStorage.setItem(FOLDED, JSON.stringify(folded));
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    const folded = new Map(JSON.parse(sessionStorage.getItem(FOLDED) ?? "[]"));
    sessionStorage.removeItem(FOLDED);
    for (const details of document.querySelectorAll("details")) details.open = folded.get(nameOf(details)) ?? details.open;
  });
  addEventListener("keydown", (event) => {
    const problems = document.querySelector("#acadfolio-problems")?.shadowRoot.querySelector("details");
    if (event.key === "Escape" && problems) problems.open = false;
  });

  // Connect after the page is shown. The server detects changes in the meantime by the page's version.
  const connect = () => {
    const script = document.createElement("script");
    const port = location.port || (location.protocol === "https:" ? 443 : 80);
    script.src = `/livereload.js?host=${location.hostname}&port=${port}&mindelay=250&maxdelay=2000`;
    document.head.append(script);
  };
  document.addEventListener("DOMContentLoaded", () => setTimeout(connect, 50));
}
