/* The button for dark and light mode. It stores the visitor's choice, for all open tabs of the site.
   A script in the head sets <html data-theme> before the first paint; this script only changes it.
   The scripts of the theme are not modules, as browsers load no modules from the disk. */
{
  const root = document.documentElement;
  const button = document.querySelector(".theme-toggle");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

  const updateButton = () => button.setAttribute("aria-pressed", isDark());

  const setTheme = (theme) => {
    root.dataset.theme = theme || "";
    updateButton();
  };

  // If the browser denies access to the storage, the choice is valid for this page only.
  const withStorage = (use) => {
    try {
      use(localStorage);
    } catch {}
  };

  const toggle = () => {
    const theme = isDark() ? "light" : "dark";
    // A visitor who returns to the system's theme follows the system again.
    const followsSystem = (theme === "dark") === system.matches;
    setTheme(followsSystem ? "" : theme);
    withStorage((storage) => (followsSystem ? storage.removeItem("theme") : storage.setItem("theme", theme)));
  };

  if (button) {
    button.hidden = false;
    button.addEventListener("click", toggle);
    system.addEventListener("change", updateButton);
    addEventListener("storage", (event) => event.key === "theme" && setTheme(event.newValue));
    // A page from the back/forward cache may have an outdated theme.
    addEventListener("pageshow", (event) => event.persisted && withStorage((storage) => setTheme(storage.getItem("theme"))));
    updateButton();
  }
}
