/* A button that copies a block of code or BibTeX: made where the browser lets it; it says that it did. */
{
  const { copies } = document.currentScript.dataset;

  for (const block of navigator.clipboard ? document.querySelectorAll("pre[data-copies], .page__content pre") : []) {
    const [offer, done] = (block.dataset.copies || copies || "Copy|Copied").split("|");
    const box = document.createElement("div");
    const button = document.createElement("button");
    box.className = "copyable";
    button.type = "button";
    button.className = "btn btn--inverse btn--small";
    button.ariaLive = "polite";
    button.textContent = offer;
    button.onclick = async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = done;
      setTimeout(() => (button.textContent = offer), 2000);
    };
    block.replaceWith(box);
    box.append(block, button);
  }
}
