/* Comments are another host's: nothing is asked of it before a reader wants to see them. */
{
  for (const button of document.querySelectorAll("[data-shows-comments]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const section = button.parentElement;
      section.tabIndex = -1;
      section.focus();
      button.replaceWith(button.nextElementSibling.content.cloneNode(true));
    });
  }
}
