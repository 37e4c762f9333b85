/* Leads from an anchor that is not here (`/publications/#1918`) to the page of a divided list that has it. */
{
  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id || document.getElementById(id)) return;
    const link = document.querySelector(`.year-pages [data-anchors~="${CSS.escape(id)}"]`);
    if (link) location.replace(link.href + location.hash);
  };

  if (document.querySelector(".year-pages")) {
    addEventListener("hashchange", follow);
    follow();
  }
}
