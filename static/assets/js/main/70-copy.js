/* A button that copies a block of text, such as BibTeX: made where the browser lets it; it says that it did. */
{
  for (const block of navigator.clipboard ? document.querySelectorAll("[data-copies]") : []) {
    const [offer, done] = block.dataset.copies.split("|");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn--inverse btn--small";
    button.innerHTML = "<span aria-live=polite></span>";
    const words = button.firstChild;
    words.textContent = offer;
    button.onclick = async () => {
      await navigator.clipboard.writeText(block.textContent);
      words.textContent = done;
    };
    block.after(button);
  }
}
