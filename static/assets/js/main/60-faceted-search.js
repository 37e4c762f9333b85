/* Faceted search in a list of papers: a form hides the papers that do not match, and its state is in the page's URL.
   The attribute data-in of a paper has the numbers of its choices, counted through all filters of the form. Of a list
   that is divided into pages, the first use of the form loads the papers of the other pages. */
{
  const LETTERS = { ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", "’": "'" };
  const fold = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[“”„]/g, '"')
      .replace(/[øłđßæœı’‐-―]/g, (character) => LETTERS[character] || "-");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  for (const form of all(".finding")) {
    const list = form.parentNode;
    const fields = all("[name]", form);
    const [box] = fields;
    const choices = all("option + option, [type=checkbox]", form);
    const [clear, status] = all("button, p", form);
    const more = list.querySelector(".entries__more");
    const activeFilters = () => [...new FormData(form)].filter(([, value]) => value.trim());
    const isDivided = list.querySelector(".year-pages");
    let papers, loading, timer, rest, isFiltered, wasOpen, unknown, count, lastQuery = location.search;

    const isWhole = () => !isDivided || loading === "done";
    const load = () => (loading ||= addPapersOfOtherPages(list).catch(() => {}).then(() => ((papers = null), (loading = "done"))));

    // Folds the text of all papers at once, which is faster than one by one.
    const readPapers = () => {
      if (papers) return;
      papers = all("[data-in]", list).map((element) => {
        const ownChoices = element.dataset.in.split(" ").map((number) => choices[number]);
        const isElsewhere = element.closest(".elsewhere");
        return { element, ownChoices, isElsewhere, text: element.textContent + ownChoices.map((choice) => choice?.value) };
      });
      fold(papers.map((paper) => paper.text).join("\0"))
        .replace(/\s+/g, " ")
        .split("\0")
        .forEach((text, index) => (papers[index].text = text));
    };

    // The number of papers that each choice would find: those that lack at most the selected choice of the same filter.
    const updateCounts = () => {
      const counts = new Map();
      for (const { ownChoices, lacking } of papers)
        if (!lacking[1])
          for (const choice of ownChoices)
            if (!lacking[0] || lacking[0].parentNode === choice?.parentNode)
              counts.set(choice, (counts.get(choice) || 0) + 1);
      for (const choice of choices) {
        const text = choice.firstChild || choice.nextSibling;
        text.data = text.data.replace(/\d+(?=\)$)/, counts.get(choice) || 0);
      }
    };

    const announceResults = () => {
      const { found, none, vain } = status.dataset;
      const messages = unknown.map((value) => vain.replace("{}", value));
      if (isFiltered) messages.push((count ? found : none).replace("{}", count).replace("{}", papers.length));
      status.textContent = messages.join(" ");
      updateCounts();
      const url = new URL(location);
      for (const { name } of fields) url.searchParams.delete(name);
      for (const [name, value] of activeFilters()) url.searchParams.set(name, value);
      history.replaceState(null, "", url);
      lastQuery = url.search;
    };

    // Shows the first papers at once, and thousands more in later frames, so that typing is not delayed.
    const showPapers = (found) => {
      for (const { element } of found.splice(0, 500)) element.classList.remove("away");
      for (const group of all(".group, .entries__more", list))
        group.classList.toggle("away", !group.querySelector("[data-in]:not(.away)"));
      if (found.length) rest = setTimeout(showPapers, 20, found); // the frame of this part is drawn before
    };

    const filter = () => {
      if (!isWhole()) return load().then(filter);
      readPapers();
      const isAsked = activeFilters().length;
      const words = fold(box.value).match(/"[^"]+"|[^\s",;:،؛、。〈-】]+/g) || [];
      const selected = choices.filter((choice) => choice.selected || choice.checked);
      const found = papers.filter((paper) => {
        const { element, ownChoices, isElsewhere, text } = paper;
        paper.lacking = selected.filter((choice) => !ownChoices.includes(choice));
        if (!words.every((word) => text.includes(word.replace(/"/g, "")))) paper.lacking = [1, 1];
        const isShown = !paper.lacking[0] && (isAsked || !isElsewhere);
        if (!isShown) element.classList.add("away");
        return isShown;
      });
      if (more && !isFiltered) wasOpen = more.open;
      isFiltered = isAsked;
      list.classList.toggle("searched", isFiltered);
      if (more) more.open = isFiltered || wasOpen;
      clear.disabled = !isFiltered;
      clearTimeout(timer);
      timer = setTimeout(announceResults, 250);
      count = found.length;
      clearTimeout(rest);
      showPapers(found);
    };

    const restoreFromUrl = () => {
      const query = new URLSearchParams(location.search);
      form.reset();
      box.value = query.get(box.name) || "";
      for (const choice of choices)
        if (query.get(choice.closest("[name]").name) === choice.value) choice[choice.text ? "selected" : "checked"] = true;
      const restored = new FormData(form);
      unknown = fields.map(({ name }) => query.get(name) !== restored.get(name) && query.get(name)).filter(Boolean);
      if (isFiltered || unknown[0] || activeFilters().length) {
        filter();
        if (isWhole()) announceResults(); // before the first paint; the timer repeats it for screen readers
      }
    };

    form.oninput = () => {
      unknown = [];
      filter();
    };
    form.onsubmit = () => false;
    form.addEventListener("focusin", () => (isWhole() ? readPapers() : load().then(readPapers)));
    clear.onclick = () => {
      form.reset();
      form.oninput();
      box.focus();
    };
    box.onkeydown = ({ key }) => {
      if (key !== "Escape") return;
      box.value = "";
      form.oninput();
    };
    addEventListener("popstate", () => lastQuery === location.search || restoreFromUrl());
    restoreFromUrl();
  }
}
