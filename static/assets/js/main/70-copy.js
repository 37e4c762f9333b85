/* Adds a button that copies a block of code, BibTeX or a citation, if the browser allows access to the clipboard. Folded blocks get
   theirs when they are opened. */
{
  const { copies } = document.currentScript.dataset;

  const addButton = (block) => {
    const [label, done] = (block.dataset.copies || copies || "Copy|Copied").split("|");
    const box = document.createElement("div");
    const button = document.createElement("button");
    box.className = "copyable";
    button.type = "button";
    button.className = "btn btn--inverse btn--small";
    button.ariaLive = "polite";
    button.textContent = label;
    button.onclick = async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = done;
      setTimeout(() => (button.textContent = label), 2000);
    };
    block.replaceWith(box);
    box.append(block, button);
  };
  const addButtons = (root) => {
    for (const block of root.querySelectorAll(":is(p, pre)[data-copies], .page__content pre"))
      if (!block.closest(".copyable, details:not([open])")) addButton(block);
  };

  if (navigator.clipboard) {
    addButtons(document);
    document.addEventListener("toggle", ({ target }) => addButtons(target), true);
  }
}
