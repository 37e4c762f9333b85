/* The button that copies the page's URL: shown where the browser lets it. */
{
  for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
    const words = button.querySelector("span");
    button.parentNode.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      words.textContent = button.dataset.copied;
    });
  }
}
