/**
 * Repairs of the theme that need a script, and the cards of terms and facts on hover and focus.
 *
 * Everything here only adds: without it the cards open by click, tap or Enter, and wide tables scroll.
 */
import { searchOnDemand } from "./search-on-demand.mjs";

const words = () => document.querySelector(".course-footer")?.dataset ?? {};

/** Give the search dialog a name and let it see words that were not typed. The header survives instant navigation. */
function nameSearch() {
  const dialog = document.querySelector(".md-search[role=dialog]");
  if (dialog && words().search) dialog.setAttribute("aria-label", words().search);
  const field = dialog?.querySelector(".md-search__input");
  if (!field || field.dataset.watched) return;
  field.dataset.watched = "yes";
  // The theme looks at the words when a key is released; pasted and dictated words come without one.
  field.addEventListener("input", () => field.dispatchEvent(new Event("keyup")));
}

/** What the search finds on a page that is not translated yet is read aloud in English: the title of such a page ends with the words for it. */
function markFound() {
  const list = document.querySelector(".md-search-result__list");
  if (!list || !words().inEnglish || list.dataset.watched) return;
  list.dataset.watched = "yes";
  new MutationObserver(() => {
    for (const item of list.children) {
      if (!item.querySelector("h1")?.textContent.trim().endsWith(words().inEnglish)) continue;
      for (const link of item.querySelectorAll("a:not([lang])")) link.lang = "en";
    }
  }).observe(list, { childList: true });
}

/** The header opens the drawer and the search by labels, which no keyboard reaches: put a button in the place of each. */
function replaceLabels() {
  for (const part of ["drawer", "search"]) {
    const label = document.querySelector(`.md-header__button[for=__${part}]:not([data-replaced])`);
    if (!label) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = `md-header__button md-icon course-opener course-opener--${part}`;
    button.setAttribute("aria-label", (part === "drawer" ? words().menu : words().search) ?? "");
    button.append(...[...label.children].map((child) => child.cloneNode(true)));
    button.addEventListener("click", () => label.click());
    label.dataset.replaced = "";
    label.after(button);
  }
}

/** On narrow screens: keep the closed drawer out of the tab order, close it by Escape and go back to its button. */
function watchDrawer() {
  const toggle = document.getElementById("__drawer");
  if (!toggle || toggle.dataset.watched) return;
  toggle.dataset.watched = "yes";
  const narrow = matchMedia("(max-width: 76.2344em)");
  const update = () => {
    const sidebar = document.querySelector(".md-sidebar--primary");
    if (sidebar) sidebar.inert = narrow.matches && !toggle.checked;
    document.querySelector(".course-opener--drawer")?.setAttribute("aria-expanded", String(toggle.checked));
  };
  toggle.addEventListener("change", () => {
    update();
    if (toggle.checked) document.querySelector(".md-sidebar--primary a[href]")?.focus();
  });
  narrow.addEventListener("change", update);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !toggle.checked) return;
    toggle.checked = false;
    toggle.dispatchEvent(new Event("change"));
    document.querySelector(".course-opener--drawer")?.focus();
  });
  document.addEventListener("course:page", update);
  update();
}

const SCROLLING = ".md-typeset__scrollwrap, .formula-block, .calculator__math, .scroll, .md-typeset pre > code";

/** The name of a scrolling region: its caption or the heading above it, with a number where several share one. */
function regionName(region, heading, taken) {
  const kind = region.querySelector("table") ? words().table : "";
  const base = [kind, region.querySelector("caption")?.textContent.trim() || heading].filter(Boolean).join(": ");
  const count = (taken.get(base) ?? 0) + 1;
  taken.set(base, count);
  const name = count > 1 ? `${base} (${count})` : base;
  return words().scrolls ? `${name}, ${words().scrolls}` : name;
}

let observer;

/** Let the keyboard scroll what is wider than its place, and only that. */
function reachScrolling() {
  observer?.disconnect();
  const [taken, named] = [new Map(), new Map()];
  let heading = "";
  for (const node of document.querySelectorAll(`.md-content :is(h1, h2, h3), ${SCROLLING}`)) {
    if (node.matches("h1, h2, h3")) heading = node.firstChild?.textContent.trim() ?? "";
    else named.set(node, regionName(node, heading, taken));
  }
  const update = (region) => {
    if (region.scrollWidth > region.clientWidth + 1) {
      region.tabIndex = 0;
      region.setAttribute("role", "region");
      region.setAttribute("aria-label", named.get(region));
    } else if (region.getAttribute("role") === "region") {
      for (const attribute of ["tabindex", "role", "aria-label"]) region.removeAttribute(attribute);
    }
  };
  observer = new ResizeObserver((entries) => entries.forEach((entry) => update(entry.target)));
  for (const region of named.keys()) observer.observe(region);
}

/* Cards */

const SLOW = 250;
let timer;

let openedByFocus;

const cardOf = (button) => document.getElementById(button.getAttribute("popovertarget"));
const isOpen = (card) => card.matches(":popover-open");

function show(button) {
  const card = cardOf(button);
  if (card && !isOpen(card)) card.showPopover({ source: button });
}

function hide(button) {
  const card = cardOf(button);
  if (card && isOpen(card)) card.hidePopover();
}

/** A card opens when the pointer rests on its button and stays while the pointer is on either. Escape closes it. */
function watchCards() {
  const buttonAt = (target) => (target instanceof Element ? target.closest("button.term, button.fact") : null);
  const cardAt = (target) => (target instanceof Element ? target.closest(".card[popover]") : null);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    const button = buttonAt(event.target);
    if (button) {
      timer = setTimeout(show, SLOW, button);
    } else if (!cardAt(event.target)) {
      timer = setTimeout(() => {
        for (const open of document.querySelectorAll(".card:popover-open")) {
          const owner = document.querySelector(`[popovertarget="${open.id}"]`);
          if (!open.contains(document.activeElement) && owner !== document.activeElement) open.hidePopover();
        }
      }, SLOW);
    }
  });
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => clearTimeout(timer));
  document.addEventListener("focusin", (event) => {
    const button = buttonAt(event.target);
    if (!button?.matches(":focus-visible") || cardAt(event.relatedTarget)) return; // back from its own card, which just closed
    setTimeout(() => {
      if (document.activeElement !== button) return;
      show(button);
      openedByFocus = button;
    });
  });
  // A press of Enter on a card that the focus has just opened means "open": it must not close it.
  document.addEventListener("click", (event) => {
    const button = buttonAt(event.target);
    if (button && button === openedByFocus && event.detail === 0 && isOpen(cardOf(button))) event.preventDefault();
    openedByFocus = undefined;
  });
  document.addEventListener("focusout", (event) => {
    const button = buttonAt(event.target);
    if (button && !cardAt(event.relatedTarget)) hide(button);
  });
}

/**
 * Light, dark, or as the reader's system has it; kept as the theme keeps it, whose own script in the header puts it back before
 * the page shows. The theme's own switch (see main.html) would make a browser style the whole page anew twice while it opens.
 */
function watchColours() {
  const choices = [...document.querySelectorAll("[data-course-palette] input")];
  if (!choices.length) return;
  const light = matchMedia("(prefers-color-scheme: light)");
  const system = () => choices.find((choice) => choice.dataset.mdColorMedia === `(prefers-color-scheme: ${light.matches ? "light" : "dark"})`);
  const bar = document.head.appendChild(Object.assign(document.createElement("meta"), { name: "theme-color" }));
  let chosen;
  const show = () => {
    const { mdColorMedia: media, mdColorPrimary: primary, mdColorAccent: accent } = chosen.dataset;
    const scheme = (media === "(prefers-color-scheme)" ? system() : chosen).dataset.mdColorScheme;
    const color = { media, scheme, primary, accent };
    for (const [name, value] of Object.entries(color)) {
      if (document.body.getAttribute(`data-md-color-${name}`) !== value) document.body.setAttribute(`data-md-color-${name}`, value);
    }
    document.documentElement.style.colorScheme = scheme === "slate" ? "dark" : "";
    for (const choice of choices) choice.nextElementSibling.hidden = choice !== chosen;
    requestAnimationFrame(() => (bar.content = getComputedStyle(document.querySelector(".md-header")).backgroundColor));
    return color;
  };
  const choose = (index) => {
    chosen = choices[index] ?? choices[0];
    chosen.checked = true;
    __md_set("__palette", { index: choices.indexOf(chosen), color: show() });
  };
  choices.forEach((choice, index) => choice.addEventListener("change", () => choose(index)));
  light.addEventListener("change", show);
  choose(__md_get("__palette")?.index);
}

function start() {
  nameSearch();
  markFound();
  replaceLabels();
  reachScrolling();
  document.dispatchEvent(new CustomEvent("course:page"));
}

searchOnDemand();
watchCards();
watchDrawer();
watchColours();
/*
 * The theme's own script starts after the first paint: nothing that one reads needs it, and it would come before the words. It says
 * when a page stands, at first and after each instant navigation. Tables are wrapped just after.
 */
function startTheme() {
  const late = document.querySelector("script[data-late]");
  const script = document.createElement("script");
  script.addEventListener("load", () => {
    globalThis.document$.subscribe(() => setTimeout(start));
    // The event that it waits for has passed. What it does then is a task of its own, so that a slow phone can answer in between.
    setTimeout(() => globalThis.document$.next(document));
  });
  script.addEventListener("error", start);
  script.src = late.src;
  late.replaceWith(script);
}
if (document.hidden) startTheme();
else requestAnimationFrame(() => setTimeout(startTheme));
