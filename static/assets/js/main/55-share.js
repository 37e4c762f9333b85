/* The button that copies the page's URL. It is shown if the browser allows access to the clipboard. */
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
