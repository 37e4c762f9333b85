/* Finding papers: the form above a list hides what does not match, and its state stands in the page's address.
   A paper names the choices that it has by their numbers, counted through all filters of the form (data-in). */
{
  const LETTERS = { ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", "’": "'" };
  const fold = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[øłđßæœı’‐-―]/g, (sign) => LETTERS[sign] || "-");

  const start = (form) => {
    const list = form.parentElement;
    const fields = [...form.querySelectorAll("[name]")];
    const box = fields[0];
    const choices = [...form.querySelectorAll("option:not([value='']), [type=checkbox]")];
    const [clear, status] = form.querySelectorAll("button, p");
    const more = list.querySelector(".entries__more");
    const asked = () => [...new FormData(form)].filter(([, value]) => value.trim());
    let papers, timer, wasOpen;
    let isFiltered = false;

    // The words of all papers at once, which is faster than one by one.
    const read = () => {
      papers = [...list.querySelectorAll("[data-in]")].map((element) => {
        const has = element.dataset.in.split(" ").map((number) => choices[parseInt(number, 36)]);
        return { element, has, text: element.textContent + has.map((choice) => choice && ` ${choice.value}`) };
      });
      const texts = fold(papers.map((paper) => paper.text).join("\0")).split("\0");
      papers.forEach((paper, index) => (paper.text = texts[index]));
    };

    const tell = (count) => {
      const said = status.dataset[count ? "found" : "none"];
      status.textContent = isFiltered ? said.replace("{}", count).replace("{}", papers.length) : "";
      const address = new URL(location);
      for (const { name } of fields) address.searchParams.delete(name);
      for (const [name, value] of asked()) address.searchParams.set(name, value);
      history.replaceState(history.state, "", address);
    };

    const find = () => {
      if (!papers) read();
      const words = fold(box.value).split(/\s+/);
      const wanted = choices.filter((choice) => choice.selected || choice.checked);
      let count = 0;
      for (const { element, has, text } of papers) {
        const fits = wanted.every((choice) => has.includes(choice)) && words.every((word) => text.includes(word));
        element.classList.toggle("away", !fits);
        count += fits;
      }
      for (const group of list.querySelectorAll(".group, .entries__more"))
        group.classList.toggle("away", !group.querySelector("[data-in]:not(.away)"));
      if (more && !isFiltered) wasOpen = more.open;
      isFiltered = asked().length > 0;
      if (more) more.open = isFiltered || wasOpen;
      clear.disabled = !isFiltered;
      clearTimeout(timer);
      timer = setTimeout(tell, 250, count);
    };

    const restore = () => {
      const query = new URLSearchParams(location.search);
      form.reset();
      box.value = query.get(box.name) || "";
      for (const choice of choices)
        if (query.get(choice.closest("[name]").name) === choice.value) choice.selected = choice.checked = true;
      if (isFiltered || asked().length) find();
    };

    const empty = () => {
      form.reset();
      find();
      box.focus();
    };

    form.addEventListener("focusin", () => papers || read());
    form.addEventListener("input", find);
    form.addEventListener("submit", (event) => event.preventDefault());
    clear.addEventListener("click", empty);
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      box.value = "";
      find();
    });
    addEventListener("popstate", restore);
    restore();
  };

  document.querySelectorAll(".finding").forEach(start);
}
