/* A button that copies a block of code or BibTeX: made where the browser lets it; it says that it did. That of what is
   folded is made when it is opened. */
{
  const { copies } = document.currentScript.dataset;

  const offerCopy = (block) => {
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
  };
  const offerCopies = (root) => {
    for (const block of root.querySelectorAll("pre[data-copies], .page__content pre"))
      if (!block.closest(".copyable, details:not([open])")) offerCopy(block);
  };

  if (navigator.clipboard) {
    offerCopies(document);
    document.addEventListener("toggle", ({ target }) => offerCopies(target), true);
  }
}
