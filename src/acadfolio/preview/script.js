((version, turn, shown, HOST) => {
  "use strict";
  document.currentScript.remove(); // The page is what it will be online.
  const KEPT = `acadfolio:${location.pathname}`;
  const HIDDEN = "acadfolio:hidden";
  // Made before the page can name a policy of its own.
  const trusted = window.trustedTypes?.createPolicy("acadfolio-preview", { createHTML: (html) => html }) ?? { createHTML: (html) => html };
  const store = {
    take(key) { try { return sessionStorage.getItem(key); } catch { return null; } },
    put(key, text) { try { sessionStorage.setItem(key, text); } catch { /* A page without storage starts at its top. */ } },
    drop(key) { try { sessionStorage.removeItem(key); } catch { /* Nothing was stored either. */ } },
  };
  const whenRead = (then) => document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", then, { once: true }) : then();

  // Where the reader is, over a reload.
  const nameOf = (details) => details.id || details.querySelector("summary")?.textContent || "";
  const kept = JSON.parse(store.take(KEPT) ?? "null");
  store.drop(KEPT);
  const reload = (newest = "") => {
    const details = [...document.querySelectorAll("details")].map((each) => [nameOf(each), each.open]);
    const isAtEnd = scrollY > document.documentElement.scrollHeight - innerHeight - 2;
    const [x, y] = (isAtEnd && wanted) || [scrollX, scrollY];
    store.put(KEPT, JSON.stringify({ version, newest, details, x, y }));
    history.scrollRestoration = "manual";
    location.reload();
  };
  let wanted; // Where the reader was, while the page is too short for it: it may be half-written.
  const goBack = () => {
    const details = [...kept.details];
    for (const each of document.querySelectorAll("details")) {
      const found = details.findIndex(([name]) => name === nameOf(each));
      if (found >= 0) each.open = details.splice(found, 1)[0][1];
    }
    const scroll = () => {
      scrollTo({ left: kept.x, top: kept.y, behavior: "instant" });
      wanted = scrollY < Math.floor(kept.y) && [kept.x, kept.y];
    };
    if (kept.x || kept.y || location.hash) scroll(); // Else it is at its top, and need not be laid out to be there.
    const stop = new AbortController();
    for (const moved of ["wheel", "keydown", "pointerdown", "touchstart"]) addEventListener(moved, () => { wanted = false; stop.abort(); }, { signal: stop.signal, passive: true });
    addEventListener("load", () => {
      if (!stop.signal.aborted) scroll();
      setTimeout(() => { history.scrollRestoration = "auto"; }); // The browser would still go where it was before this.
    }, { once: true });
  };
  if (kept) whenRead(goBack);

  // What is wrong lies on top.
  const panel = () => document.getElementById(HOST)?.shadowRoot?.querySelector("details");
  const rememberHidden = () => {
    const details = panel();
    if (!details) return;
    if (details.matches(".errors") && store.take(HIDDEN) === shown) details.open = false;
    details.addEventListener("toggle", () => details.open ? store.drop(HIDDEN) : store.put(HIDDEN, shown));
  };
  const show = (html, newest) => {
    if (newest === shown) return;
    shown = newest;
    document.getElementById(HOST)?.remove();
    if (!html) return;
    const host = document.createElement("div");
    host.id = HOST;
    host.attachShadow({ mode: "open" }).innerHTML = trusted.createHTML(html);
    // A page may forbid styles that stand in it, but not these.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(host.shadowRoot.querySelector("style").textContent);
    host.shadowRoot.adoptedStyleSheets = [sheet];
    place(host);
  };
  const place = (host) => {
    if (!host) return;
    document.documentElement.append(host); // Outside of a body that is turned, blurred or hidden.
    rememberHidden();
  };
  whenRead(() => place(document.getElementById(HOST)));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel()?.open) panel().open = false;
  });

  // Files that the page uses.
  const pathOf = (address) => {
    try {
      const url = new URL(address, document.baseURI);
      return url.origin === location.origin ? decodeURIComponent(url.pathname).slice(1) : null;
    } catch { return null; }
  };
  performance.setResourceTimingBufferSize(5000);
  let swaps = 0;
  const anew = (address) => { const url = new URL(address, document.baseURI); url.searchParams.set("acadfolio", `${Date.now()}-${++swaps}`); return url.href; };
  const swapStyles = (paths) => {
    for (const link of document.querySelectorAll("link[rel~=stylesheet][href]")) {
      if (!paths.has(pathOf(link.href)) || link.dataset.leaving) continue;
      const next = link.cloneNode();
      next.href = anew(link.href);
      link.dataset.leaving = "yes";
      next.onload = next.onerror = () => link.remove();
      link.after(next);
    }
  };
  const swapImages = (paths) => {
    for (const image of document.images) {
      const isPlain = !image.srcset && image.parentElement.localName !== "picture";
      if (isPlain && paths.has(pathOf(image.src))) image.src = anew(image.src);
    }
  };
  const swappable = () => new Set([
    ...[...document.querySelectorAll("link[rel~=stylesheet][href]")].map((link) => pathOf(link.href)),
    ...[...document.images].filter((image) => !image.srcset && image.parentElement.localName !== "picture").map((image) => pathOf(image.src)),
  ]);
  const refresh = (paths) => {
    const used = new Set(performance.getEntriesByType("resource").map((entry) => pathOf(entry.name)));
    const swapped = swappable();
    if (paths.some((path) => used.has(path) && !swapped.has(path))) return reload();
    swapStyles(new Set(paths));
    swapImages(new Set(paths));
  };

  // What the server says.
  let wait = 250;
  const hear = {
    reload: ({ version: newest }) => {
      if (kept?.version === version && kept.newest === newest) return; // A service worker of the page answers for us.
      reload(newest);
    },
    refresh: ({ paths, turn: newest }) => { turn = newest; refresh(paths); },
    problems: ({ html, version: newest }) => whenRead(() => show(html, newest)),
  };
  const connect = () => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/livereload`);
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => {
      wait = 250;
      say({ command: "hello", protocols: ["http://livereload.com/protocols/official-7"] });
      say({ command: "info", url: location.href, version, turn, problems: shown });
    };
    socket.onmessage = ({ data }) => { const message = JSON.parse(data); hear[message.command]?.(message); };
    socket.onclose = () => { setTimeout(connect, wait); wait = Math.min(wait * 2, 2000); };
  };
  addEventListener("securitypolicyviolation", (event) => {
    if (event.effectiveDirective === "connect-src" && event.blockedURI.startsWith("ws")) console.info("acadfolio: this page's Content-Security-Policy keeps it from hearing of changes; reload it by hand");
  });
  connect();
})
