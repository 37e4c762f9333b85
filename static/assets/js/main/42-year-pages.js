/* A list of papers that is divided into pages (`per_page`). Leads from an anchor that is not here (`/publications/#1918`)
   to the page that has it, and adds the papers of the other pages when somebody searches. */
{
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /* The groups of papers of another page of a list, with links as on this page. The papers are a script, because a page
     opened from disk cannot read other files. */
  const groupsOf = (link) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL("papers.js", link.href);
      script.onerror = reject;
      script.onload = () => {
        const { body } = new DOMParser().parseFromString(script.papers, "text/html");
        const urlOf = (url) => new URL(url, link.href).href;
        for (const name of ["href", "src", "poster"])
          for (const element of all(`[${name}]`, body)) element.setAttribute(name, urlOf(element.getAttribute(name)));
        for (const image of all("[srcset]", body)) image.srcset = image.srcset.replace(/[^\s,]\S*(?=\s)/g, urlOf);
        for (const group of body.children) group.classList.add("elsewhere", "away");
        resolve([...body.children]);
      };
      document.head.append(script);
    });
  window.papersOfPage = (html) => (document.currentScript.papers = html);

  // Adds the papers of the other pages before and after those of this page of a list.
  window.addPapersOfOtherPages = async (list) => {
    const pages = all(".year-pages:not(.year-pages ~ .year-pages) a", list);
    const here = pages.findIndex((link) => link.ariaCurrent);
    const groups = await Promise.all(pages.map((link, index) => (index === here ? [] : groupsOf(link))));
    const own = all(":scope > .group", list);
    own[0].before(...groups.slice(0, here).flat());
    own.at(-1).after(...groups.slice(here).flat());
  };

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
