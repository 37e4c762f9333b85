/* The site search in a dialog. main.js loads this script when a visitor opens the search. */
{
  const TOP = new URL("../../", document.currentScript.src);
  const LANGUAGE_TOP = new URL(document.documentElement.dataset.mount || "", TOP);
  const LETTERS = { ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };
  const HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff";
  const WORD = new RegExp(`[${HAN}]|(?:(?![${HAN}])[\\p{L}\\p{N}])+`, "gu");
  const WRITTEN_WORD = new RegExp(`[${HAN}]|(?:(?![${HAN}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
  const STEP = 10; // results that are shown at once
  const BEFORE = 60; // characters of a snippet before and after the first match
  const AFTER = 180;
  const SHORTEST = 4; // letters of the beginning of a word that is tried instead of the word
  const WEIGHTS = { title: 20, keywords: 20, heading: 6, text: 1, found: 10 };

  /* The words of a text in lower case without accents; single characters in Chinese and Japanese. Each has a space before
     it, so that " rad" matches the beginning of a word. */
  const spaced = (text) => {
    const folded = text
      .toLowerCase()
      .replace(/[øłđßæœı]/g, (letter) => LETTERS[letter])
      .normalize("NFKD")
      .replace(/[\u0300-\u036f\u3099\u309a]/g, "");
    return (folded.match(WORD) || []).map((word) => ` ${word}`).join("");
  };
  const split = (term) => term.trim().split(" ");

  const pageOf = ([path, section, passages, keywords = "", isLast = false]) => {
    const page = { path, section, isLast, keywords: keywords.split(",").map(spaced).join(" |") };
    page.passages = passages.map(([id, heading, text]) => ({ id, heading, text, words: [spaced(heading), spaced(text)] }));
    page.words = [page.keywords, ...page.passages.flatMap(({ words }) => words)].join(" |");
    return page;
  };

  /* The texts of the dialog, and all pages. The index is a script, as pages from the disk can load no other files. */
  const index = new Promise((resolve, reject) => {
    window.searchIndex = ({ labels, pages }) => resolve({ labels, pages: pages.map(pageOf) });
    const script = document.createElement("script");
    script.src = new URL("assets/search/index.js", LANGUAGE_TOP);
    script.onerror = reject;
    document.head.append(script);
  });

  /* A word of a query as the pages have it, without the end that none of them has (members, member), and its weight:
     the fewer pages have a word, the more it says. Null if no page has it. */
  const termOf = (word, pages) => {
    const shortest = word.lastIndexOf(" ") ? word.length : Math.min(word.length, SHORTEST + 1);
    for (let length = word.length; length >= shortest; length -= 1) {
      const term = word.slice(0, length);
      const count = pages.filter(({ words }) => words.includes(term)).length;
      if (count) return { term, weight: Math.log(pages.length / count) + 0.1 };
    }
    return null;
  };

  const sumOf = (terms, scoreOf) => terms.reduce((sum, { term, weight }) => sum + weight * scoreOf(term), 0);

  /* A page with its best passage, what it has of a query, and its score: title and keywords count most, text least. */
  const resultOf = (page, terms) => {
    const found = sumOf(terms, (term) => page.words.includes(term));
    const scores = page.passages.map(({ words: [heading, text] }, index) =>
      sumOf(terms, (term) => heading.includes(term) * (index ? WEIGHTS.heading : WEIGHTS.title) + text.includes(term) * WEIGHTS.text),
    );
    const best = scores.indexOf(Math.max(...scores));
    const phrase = terms.map(({ term }) => term).join("");
    const keywords = sumOf(terms, (term) => page.keywords.includes(term) + page.keywords.includes(phrase)) * WEIGHTS.keywords;
    const score = scores[best] + (best && scores[0]) + keywords + found * WEIGHTS.found;
    return { page, passage: page.passages[best], found, score: page.isLast ? score / 4 : score };
  };

  /* The pages with the words of a query, the best first. Those with less than half of what the best one has are left
     out. Consecutive Chinese characters are one term. */
  const search = (query, pages) => {
    const words = query.split(/\s+/).map(spaced).filter(Boolean);
    const terms = words.map((word) => termOf(word, pages)).filter(Boolean);
    const results = terms.length ? pages.map((page) => resultOf(page, terms)) : [];
    const most = Math.max(0, ...results.map(({ found }) => found));
    const shown = results.filter(({ found }) => found && found >= most / 2).sort((a, b) => b.score - a.score);
    return { words, terms: terms.map(({ term }) => term), results: shown };
  };

  /* The start and end positions of the terms in a text. */
  const placesIn = (text, terms) => {
    const words = [...text.matchAll(WRITTEN_WORD)].map(({ 0: word, index }) => ({ word: spaced(word), start: index, end: index + word.length }));
    const places = [];
    words.forEach(({ start }, index) => {
      for (const parts of terms.map(split)) {
        const isHere = parts.every((part, step) => words[index + step]?.word.startsWith(` ${part}`));
        if (isHere) places.push([start, words[index + parts.length - 1].end]);
      }
    });
    return places;
  };

  const element = (name, attributes, ...children) => {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...children);
    return made;
  };

  /* The text around the first match, with all matches marked. */
  const snippetOf = (text, terms) => {
    const places = placesIn(text, terms);
    const first = places[0]?.[0] || 0;
    const space = text.lastIndexOf(" ", first - BEFORE) + 1;
    const start = first - space < 2 * BEFORE ? space : Math.max(0, first - BEFORE);
    const snippet = element("p", {}, start ? "… " : "");
    let position = start;
    for (const [from, to] of places) {
      if (from < position || to > first + AFTER) continue;
      snippet.append(text.slice(position, from), element("mark", {}, text.slice(from, to)));
      position = to;
    }
    const least = Math.max(position, first + AFTER);
    const end = least + Math.max(0, text.slice(least, least + 20).indexOf(" "));
    snippet.append(text.slice(position, end), end < text.length ? " …" : "");
    return snippet;
  };

  const itemOf = ({ page, passage }, terms) => {
    const [{ heading: title }] = page.passages;
    const place = [page.section, passage.id && passage.heading].filter(Boolean).join(" › ");
    const link = element("a", { onclick: () => dialog.close() }, element("strong", {}, title));
    link.href = new URL(page.path.split("/").map(encodeURIComponent).join("/"), LANGUAGE_TOP);
    if (passage.id) link.hash = passage.id;
    if (place) link.append(" ", element("small", {}, place));
    return element("li", {}, link, snippetOf(passage.text, terms));
  };

  const button = document.querySelector(".search-button");
  const label = button.textContent.trim();
  const field = element("input", { type: "search", ariaLabel: label, placeholder: label, autocomplete: "off" });
  const close = element("button", { className: "btn", type: "button" }, document.querySelector("[data-close]").dataset.close);
  const form = element("form", {}, field, close);
  const status = element("p", { role: "status" });
  const list = element("ul");
  const more = element("button", { className: "btn", type: "button", hidden: true });
  const dialog = element("dialog", { className: "search", lang: button.lang, ariaLabel: label }, form, status, list, more);
  let newest, timer;

  /* Add the next results to the list. */
  const show = () => {
    const { labels, words, terms, results } = newest;
    const shown = list.children.length;
    list.append(...results.slice(shown, shown + STEP).map((result) => itemOf(result, terms)));
    more.textContent = labels.more;
    more.hidden = list.children.length >= results.length;
    status.textContent = words.length ? (results.length ? labels.found : labels.none).replace("{}", results.length) : "";
  };

  const find = async () => {
    const { labels, pages } = await index;
    newest = { labels, ...search(field.value, pages) };
    list.replaceChildren();
    show();
  };

  const links = () => [...list.querySelectorAll("a")];
  const move = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [field, ...links()];
    stops[stops.indexOf(document.activeElement) + step]?.focus();
  };

  field.oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(find, 120);
  };
  more.onclick = () => {
    const { length } = links();
    show();
    links()[length]?.focus();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    links()[0]?.click();
  };
  close.onclick = () => dialog.close();
  dialog.onkeydown = move;
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close(); // beside its content
  };

  /* `typed` is what was typed before this script was there. */
  const open = (typed) => {
    if (!dialog.open) dialog.showModal();
    field.select();
    if (!typed) return;
    field.value = typed;
    find();
  };
  const styles = element("link", { rel: "stylesheet", href: new URL("assets/css/search.css", TOP) });
  document.head.append(styles);
  document.body.append(dialog);
  window.openSearch = open;
}
