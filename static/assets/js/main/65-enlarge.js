/* Enlarges an image that links to an image file, in a dialog. A click or Escape closes it. */
{
  const PICTURE = /\.(avif|gif|jpe?g|png|svg|webp)$/i;
  const { close = "Close" } = document.currentScript.dataset;

  const open = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const link = event.currentTarget;
    const dialog = document.createElement("dialog");
    const button = document.createElement("button");
    const image = new Image();
    dialog.className = "enlarged";
    dialog.ariaLabel = image.alt = link.querySelector("img").alt;
    button.className = "btn";
    button.textContent = close;
    image.src = link.href;
    dialog.append(image, button);
    dialog.onclick = () => dialog.close();
    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  };

  for (const link of document.querySelectorAll("main a:has(img)")) {
    if (!PICTURE.test(link.pathname) || link.textContent.trim()) continue;
    link.style.cursor = "zoom-in";
    link.addEventListener("click", open);
  }
}
