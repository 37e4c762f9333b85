/* The button that shows the comments of a page. Their host is not contacted before. */
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
