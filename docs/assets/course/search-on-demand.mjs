/*
 * The theme asks for the whole search index as soon as a page opens: the largest file of the site, and most readers of a lesson never
 * search. Run before the theme's bundle, this keeps that one request waiting until the reader turns to the search:
 * points at it, focuses it, presses one of its keys, or comes with a search in the address. The theme itself stays as it is.
 */
export function searchOnDemand() {
  const INDEX = /\/search\/search_index\.json$/;
  const KEYS = new Set(["f", "s", "/"]);
  const waiting = [];
  let wanted = /[?&][qh]=/.test(location.search);

  const { open, send, abort } = XMLHttpRequest.prototype;
  const addresses = new WeakMap();

  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    addresses.set(this, String(address));
    return open.call(this, method, address, ...rest);
  };
  XMLHttpRequest.prototype.send = function (body) {
    const address = addresses.get(this);
    if (wanted || !address || !INDEX.test(new URL(address, location.href).pathname)) return send.call(this, body);
    waiting.push(() => send.call(this, body));
    return undefined;
  };
  XMLHttpRequest.prototype.abort = function () {
    addresses.delete(this);
    return abort.call(this);
  };

  const release = () => {
    wanted = true;
    for (const start of waiting.splice(0)) start();
    for (const [type, listener] of listeners) document.removeEventListener(type, listener, true);
  };
  const inSearch = (target) => target instanceof Element && target.closest('.md-search, [for="__search"], #__search') !== null;
  const onUse = (event) => {
    if (inSearch(event.target)) release();
  };
  const onKey = (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (!typing && KEYS.has(event.key) && !event.metaKey && !event.ctrlKey && !event.altKey) release();
  };
  const listeners = [["focusin", onUse], ["pointerover", onUse], ["pointerdown", onUse], ["change", onUse], ["keydown", onKey]];
  if (!wanted) for (const [type, listener] of listeners) document.addEventListener(type, listener, true);
}
