/* A video of another host: a click puts its player where the link was. Until then nobody is asked for anything. */
{
  const play = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const link = event.currentTarget;
    const frame = document.createElement("iframe");
    frame.title = link.textContent.trim();
    frame.allow = "autoplay; fullscreen; picture-in-picture";
    frame.allowFullscreen = true;
    frame.referrerPolicy = "strict-origin-when-cross-origin"; // YouTube plays nothing without
    frame.src = link.dataset.player;
    link.replaceWith(frame);
    frame.focus();
  };
  for (const link of document.querySelectorAll("[data-player]")) link.addEventListener("click", play);
}
