/* Dark or light: shows the button, and remembers what the visitor chose with it, in every open tab of the site.
   The choice is put on <html data-theme> by a line in the head before the first paint; here it is only changed.
   No module: a browser that reads from the disk loads none. */
{
  const root = document.documentElement;
  const button = document.querySelector(".theme-toggle");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

  const tell = () => button.setAttribute("aria-pressed", isDark());

  const show = (theme) => {
    root.dataset.theme = theme || "";
    tell();
  };

  // Storage that is closed to this page: the choice lasts as long as the page.
  const stored = (use) => {
    try {
      use(localStorage);
    } catch {}
  };

  const choose = () => {
    const theme = isDark() ? "light" : "dark";
    // Who comes back to what the system says follows the system again.
    const followsSystem = (theme === "dark") === system.matches;
    show(followsSystem ? "" : theme);
    stored((storage) => (followsSystem ? storage.removeItem("theme") : storage.setItem("theme", theme)));
  };

  if (button) {
    button.hidden = false;
    button.addEventListener("click", choose);
    system.addEventListener("change", tell);
    addEventListener("storage", (event) => event.key === "theme" && show(event.newValue));
    // A page that the browser kept, and shows again after going back, has missed what was chosen since.
    addEventListener("pageshow", (event) => event.persisted && stored((storage) => show(storage.getItem("theme"))));
    tell();
  }
}
