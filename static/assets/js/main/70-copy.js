/* A button that copies a block of text, such as BibTeX: made where the browser lets it; it says that it did. */
{
  for (const block of navigator.clipboard ? document.querySelectorAll("[data-copies]") : []) {
    const [offer, done] = block.dataset.copies.split("|");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn--inverse btn--small";
    button.ariaLive = "polite";
    button.textContent = offer;
    button.onclick = async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = done;
    };
    block.after(button);
  }
}
