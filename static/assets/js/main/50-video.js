/* Videos of other hosts: a click replaces the link by the player. The host is not contacted before. */
{
  const play = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const link = event.currentTarget;
    const frame = document.createElement("iframe");
    frame.title = link.textContent.trim();
    frame.allow = "autoplay; fullscreen; picture-in-picture";
    frame.allowFullscreen = true;
    frame.referrerPolicy = "strict-origin-when-cross-origin"; // required by YouTube
    frame.src = link.dataset.player;
    link.replaceWith(frame);
    frame.focus();
  };
  for (const link of document.querySelectorAll("[data-player]")) link.addEventListener("click", play);
}
