// What tests/test_looks.py asks pages: colours as they are drawn, their contrasts, and how large things are.
window.looks = (() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});

  // As bytes: `color-mix` and `oklch` come back in many forms.
  const drawn = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const hex = (colour) => "#" + drawn(colour).map((part) => part.toString(16).padStart(2, "0")).join("");

  const withProbe = (name, parent, ask) => {
    const probe = parent.appendChild(document.createElement(name));
    const answer = ask(probe, getComputedStyle(probe));
    probe.remove();
    return answer;
  };

  const token = (name) => withProbe("p", document.body, (probe, style) => {
    probe.style.color = `var(--${name})`;
    return hex(style.color);
  });

  const light = (colour) => {
    const part = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = drawn(colour).map((value) => part(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };

  const tooPale = ([inks, wanted]) => {
    const pairs = [["badge", "on-badge"], ["mark", "text"], ["raised", "text"], ["raised", "text-quiet"]];
    const placeholder = withProbe("input", document.body, (input) => {
      input.placeholder = "Search";
      const ratio = contrast(getComputedStyle(input, "::placeholder").color, token("ground"));
      return ratio < wanted ? [`placeholder on ground: ${ratio.toFixed(2)}`] : [];
    });
    for (const ground of ["ground", "sunken"]) pairs.push(...inks.map((ink) => [ground, ink]));
    return withProbe("p", document.body, (probe, style) => placeholder.concat(pairs.flatMap(([ground, ink]) => {
      probe.style = `background: var(--${ground}); color: var(--${ink})`;
      const ratio = contrast(style.color, style.backgroundColor);
      return ratio < wanted ? [`${ink} on ${ground}: ${ratio.toFixed(2)}`] : [];
    })));
  };

  const lettersOfLines = (paragraph) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    const lines = new Map();
    while (walker.nextNode()) {
      for (let at = 0; at < walker.currentNode.length; at++) {
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 1);
        const line = Math.round(range.getBoundingClientRect().bottom / 8);
        lines.set(line, (lines.get(line) || 0) + 1);
      }
    }
    return Math.max(...lines.values());
  };

  const measures = () => {
    const one = (selector) => document.querySelector(selector);
    const box = (selector) => one(selector).getBoundingClientRect();
    const size = (element, property = "fontSize") => parseFloat(getComputedStyle(element)[property]);
    const heading = (name, property) => withProbe(name, one(".page__content"), (probe) => size(probe, property));
    const content = box(".page__content");
    const portrait = box(".author__avatar :is(img, .author__initials)");
    const text = [...document.querySelectorAll(".page__content > p:not([class], :has(.anchor))")];
    const paragraph = text[0] ?? document.body;
    const items = [...document.querySelectorAll(".page__content li:not(:has(li, p))")];
    return {
      "masthead, height": box(".masthead").height,
      "menu, font size": size(one(".greedy-nav a")),
      "portrait, left edge": portrait.left,
      "portrait, top": portrait.top,
      "portrait, diameter": portrait.width,
      "name, font size": size(one(".author__name")),
      "sidebar, font size": size(one(".sidebar")),
      "sidebar, width": box(".profile_box").width,
      "column, left edge": content.left,
      "column, right edge": content.right,
      "column of lists, right edge": content.right,
      "column, top": box(".page__inner-wrap").top,
      "text, font size": size(paragraph),
      "text, line height": size(paragraph, "lineHeight"),
      "text, longest line in characters": Math.max(...text.map(lettersOfLines)),
      "lists, longest line in characters": Math.max(...items.map(lettersOfLines)),
      "between paragraphs": size(paragraph, "marginBottom"),
      "largest heading, font size": heading("h1", "fontSize"),
      "largest heading, line height": heading("h1", "lineHeight"),
      "second heading, font size": heading("h2", "fontSize"),
      "network, height of its target": box(".author__url--known a").height,
      "text, colour": token("text"),
      "links, colour": token("link"),
      "lines, colour": token("line"),
      "badge, colour": token("badge"),
    };
  };

  // The styles of the characters in the window: the share of the commonest, and the largest size in those of the text.
  const hierarchy = () => {
    const counts = new Map();
    let [total, largest] = [0, 0];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const {top, bottom, width} = range.getBoundingClientRect();
      const letters = walker.currentNode.data.trim().length;
      if (!letters || !width || top >= innerHeight || bottom <= 0) continue;
      const {fontFamily, fontSize, fontWeight, fontStyle, color} = getComputedStyle(walker.currentNode.parentElement);
      const style = [fontFamily, fontSize, fontWeight, fontStyle, color].join();
      counts.set(style, (counts.get(style) || 0) + letters);
      total += letters;
      largest = Math.max(largest, parseFloat(fontSize));
    }
    const text = parseFloat(getComputedStyle(document.body).fontSize);
    return {commonest: Math.max(...counts.values()) / total, largest: largest / text};
  };

  return {token, tooPale, measures, lettersOfLines, hierarchy};
})();
