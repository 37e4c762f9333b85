/* Finding papers: the form above a list hides what does not match, and its state stands in the page's URL.
   A paper names the choices that it has by their numbers, counted through all filters of the form (data-in). */
{
  const LETTERS = { ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", "’": "'" };
  const fold = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[“”„]/g, '"')
      .replace(/[øłđßæœı’‐-―]/g, (sign) => LETTERS[sign] || "-");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  for (const form of all(".finding")) {
    const list = form.parentNode;
    const fields = all("[name]", form);
    const [box] = fields;
    const choices = all("option + option, [type=checkbox]", form);
    const [clear, status] = all("button, p", form);
    const more = list.querySelector(".entries__more");
    const asked = () => [...new FormData(form)].filter(([, value]) => value.trim());
    let papers, timer, frame, isFiltered, wasOpen, unknown, count, known = location.search;

    // The words of all papers at once, which is faster than one by one.
    const read = () => {
      if (papers) return;
      papers = all("[data-in]", list).map((element) => {
        const has = element.dataset.in.split(" ").map((number) => choices[parseInt(number, 36)]);
        return { element, has, text: element.textContent + has.map((choice) => choice?.value) };
      });
      fold(papers.map((paper) => paper.text).join("\0"))
        .replace(/\s+/g, " ")
        .split("\0")
        .forEach((text, index) => (papers[index].text = text));
    };

    // How many papers each choice would find: those that miss nothing but the choice made in the same filter.
    const recount = () => {
      const counts = new Map();
      for (const { has, missed } of papers)
        if (!missed[1])
          for (const choice of has)
            if (!missed[0] || missed[0].parentNode === choice?.parentNode)
              counts.set(choice, (counts.get(choice) || 0) + 1);
      for (const choice of choices) {
        const text = choice.firstChild || choice.nextSibling;
        text.data = text.data.replace(/\d+(?=\)$)/, counts.get(choice) || 0);
      }
    };

    const tell = () => {
      const { found, none, vain } = status.dataset;
      const said = unknown.map((value) => vain.replace("{}", value));
      if (isFiltered) said.push((count ? found : none).replace("{}", count).replace("{}", papers.length));
      status.textContent = said.join(" ");
      recount();
      const url = new URL(location);
      for (const { name } of fields) url.searchParams.delete(name);
      for (const [name, value] of asked()) url.searchParams.set(name, value);
      history.replaceState(null, "", url);
      known = url.search;
    };

    // The first ones at once, thousands more in the frames after: the answer does not wait for what is far below.
    const show = (found) => {
      for (const { element } of found.splice(0, 500)) element.classList.remove("away");
      for (const group of all(".group, .entries__more", list))
        group.classList.toggle("away", !group.querySelector("[data-in]:not(.away)"));
      if (found.length) frame = requestAnimationFrame(() => show(found));
    };

    const find = () => {
      read();
      const words = fold(box.value).match(/"[^"]+"|[^\s",;:،؛、。〈-】]+/g) || [];
      const wanted = choices.filter((choice) => choice.selected || choice.checked);
      const found = papers.filter((paper) => {
        const { element, has, text } = paper;
        paper.missed = wanted.filter((choice) => !has.includes(choice));
        if (!words.every((word) => text.includes(word.replace(/"/g, "")))) paper.missed = [1, 1];
        if (paper.missed[0]) element.classList.add("away");
        return !paper.missed[0];
      });
      if (more && !isFiltered) wasOpen = more.open;
      isFiltered = asked().length;
      if (more) more.open = isFiltered || wasOpen;
      clear.disabled = !isFiltered;
      clearTimeout(timer);
      timer = setTimeout(tell, 250);
      count = found.length;
      cancelAnimationFrame(frame);
      show(found);
    };

    const restore = () => {
      const query = new URLSearchParams(location.search);
      form.reset();
      box.value = query.get(box.name) || "";
      for (const choice of choices)
        if (query.get(choice.closest("[name]").name) === choice.value) choice[choice.text ? "selected" : "checked"] = true;
      const known = new FormData(form);
      unknown = fields.map(({ name }) => query.get(name) !== known.get(name) && query.get(name)).filter(Boolean);
      if (isFiltered || unknown[0] || asked().length) {
        find();
        tell(); // before it is seen; once more later, for who listens
      }
    };

    form.oninput = () => {
      unknown = [];
      find();
    };
    form.onsubmit = () => false;
    form.addEventListener("focusin", read);
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
    addEventListener("popstate", () => known === location.search || restore());
    restore();
  }
}
