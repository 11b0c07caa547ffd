/**
 * Keeps texts up to date on pages that the browser translates. A translator replaces each text node
 * with a <font> element that contains the translation. The app would then update a detached node,
 * and would fail to remove that node or to insert next to it. To prevent these errors, this module
 * puts the text node back, empty, behind its translation. When the app changes, moves or removes
 * the node, the module drops the translation. The translator then processes the new text. On an
 * untranslated page, the only cost is checking the element names of new nodes.
 */

interface Translation {
  readonly font: Element;
  /** Text that the translator's "Show original" restores. */
  readonly original: string;
}

/** Starts observing the page. Returns a function that stops it. */
export function followTranslation(): () => void {
  const translations = new Map<Text, Translation>();

  const places = new MutationObserver(handle);
  const words = new MutationObserver(handle);

  function handle(heard: readonly MutationRecord[]): void {
    const records = [...heard, ...places.takeRecords(), ...words.takeRecords()];
    const fonts = newFonts(records);
    if (fonts.size === 0 && translations.size === 0) return;
    dropOutdated(records, translations);
    for (const text of bringBack(records, fonts, translations)) {
      words.observe(text, { characterData: true });
    }
    // Discard the records of our own changes.
    places.takeRecords();
    words.takeRecords();
  }

  places.observe(document, { childList: true, subtree: true });
  return () => {
    places.disconnect();
    words.disconnect();
  };
}

function newFonts(records: readonly MutationRecord[]): Set<Node> {
  const fonts = new Set<Node>();
  for (const { addedNodes } of records) {
    for (const node of addedNodes) if (node.nodeName === "FONT") fonts.add(node);
  }
  return fonts;
}

function dropOutdated(
  records: readonly MutationRecord[],
  translations: Map<Text, Translation>,
): void {
  for (const { target } of records) {
    if (!(target instanceof Text)) continue;
    translations.get(target)?.font.remove();
    translations.delete(target);
  }
  for (const [text, { font, original }] of translations) {
    if (text.isConnected && text.previousSibling === font) continue;
    font.remove();
    text.data = original;
    translations.delete(text);
  }
}

function bringBack(
  records: readonly MutationRecord[],
  fonts: Set<Node>,
  translations: Map<Text, Translation>,
): readonly Text[] {
  const texts: Text[] = [];
  for (const [index, record] of records.entries()) {
    // Ignore changes inside a translation, because the translator made them.
    if (record.target.nodeName === "FONT") continue;
    for (const text of record.removedNodes) {
      if (!(text instanceof Text) || text.parentNode === record.target) continue;
      const font = fontOf(text, record, records[index + 1], fonts);
      if (font === undefined) continue;
      fonts.delete(font);
      if (font.contains(text)) text.replaceWith(text.cloneNode());
      font.after(text);
      translations.set(text, { font, original: text.data });
      text.data = "";
      texts.push(text);
    }
  }
  return texts;
}

/**
 * Returns the new <font> that replaced the text, regardless of the order in which the translator
 * inserted and removed nodes.
 */
function fontOf(
  text: Text,
  removal: MutationRecord,
  next: MutationRecord | undefined,
  fonts: ReadonlySet<Node>,
): Element | undefined {
  const { target, addedNodes, previousSibling, nextSibling } = removal;
  const isSamePlace =
    next?.target === target &&
    next.previousSibling === previousSibling &&
    next.nextSibling === nextSibling;
  const candidates = [
    ...addedNodes,
    previousSibling,
    nextSibling,
    ...(isSamePlace ? next.addedNodes : []),
  ];
  for (const node of candidates) {
    if (node instanceof Element && fonts.has(node) && node.parentNode === target) return node;
  }
  const around = [...target.childNodes].find((node) => node.contains(text));
  return around instanceof Element && fonts.has(around) ? around : undefined;
}
