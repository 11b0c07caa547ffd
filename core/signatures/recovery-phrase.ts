/**
 * Finds a wallet's recovery phrase in user input: twelve consecutive words of the BIP39 list, with
 * any separators. The checksum is ignored, because a phrase with a typing error is still a secret.
 * Each character is read only once, so no text can block the server. https://bips.dev/39/
 */
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { letterOf, LETTERS, SEPARATOR, SEVERAL, severalOf } from "./plain-letters.ts";

/**
 * Length of the shortest phrase. Ordinary sentences have far fewer consecutive list words, because
 * the list lacks "the", "of" and "to".
 */
const WORDS_MIN = 12;
/**
 * Length of the shortest text that can contain a phrase: twelve one-character words (such as
 * ligatures) with separators between them.
 */
const CHARACTERS_MIN = WORDS_MIN + (WORDS_MIN - 1);

/** Number of characters to read between two pauses, which takes far less than a millisecond. */
const SLICE = 32_768;

/** True if any text in a JSON value, including property names, contains a recovery phrase. */
export function hasRecoveryPhrase(value: unknown): boolean {
  const search = searchPhrase(value);
  for (;;) {
    const { done, value: isThere } = search.next();
    if (done) return isThere;
  }
}

/**
 * Like `hasRecoveryPhrase`, but pauses after each slice of text. Uses loops instead of recursion,
 * so that any nesting depth is safe.
 */
export function* searchPhrase(value: unknown): Generator<void, boolean> {
  const rest: unknown[] = [value];
  let pauseAt = SLICE;
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "string") {
      if (yield* searchText(next)) return true;
      pauseAt -= next.length;
    } else if (Array.isArray(next)) {
      for (const item of next) rest.push(item);
    } else if (typeof next === "object" && next !== null) {
      for (const [key, item] of Object.entries(next)) rest.push(key, item);
    }
    pauseAt -= 1;
    if (pauseAt > 0) continue;
    yield;
    pauseAt = SLICE;
  }
  return false;
}

function* searchText(text: string): Generator<void, boolean> {
  if (text.length < CHARACTERS_MIN) return false;
  const reading = { place: START, words: 0 };
  for (let from = 0; from < text.length; from += SLICE) {
    if (from > 0) yield;
    if (readSlice(reading, text, from)) return true;
  }
  return reading.words === WORDS_MIN - 1 && isWord[reading.place] === 1;
}

interface Reading {
  /** Current node of the word tree. */
  place: number;
  /** Number of consecutive list words so far. */
  words: number;
}

/** Reads a slice of text. Returns true if a phrase's twelfth word ends within it. */
function readSlice(reading: Reading, text: string, from: number): boolean {
  const until = Math.min(text.length, from + SLICE);
  let { place, words } = reading;
  for (let index = from; index < until; index += 1) {
    const unit = text.charCodeAt(index);
    // The second half of a surrogate pair was already read with the first half.
    if (isTrail(unit)) continue;
    const character = isLead(unit) ? (text.codePointAt(index) ?? unit) : unit;
    const letter = letterOf(character);
    if (letter >= 0) {
      place = nextPlace[place * LETTERS + letter] ?? NOWHERE;
    } else if (letter === SEPARATOR) {
      if (place === START) continue;
      words = isWord[place] === 1 ? words + 1 : 0;
      place = START;
      if (words === WORDS_MIN) return true;
    } else if (letter === SEVERAL) {
      for (const one of severalOf(character)) {
        const after = one === SEPARATOR ? START : nextPlace[place * LETTERS + one];
        if (one === SEPARATOR && place !== START) words = isWord[place] === 1 ? words + 1 : 0;
        place = after ?? NOWHERE;
      }
      if (words >= WORDS_MIN) return true;
    }
  }
  reading.place = place;
  reading.words = words;
  return false;
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Dead end of the word tree: no word of the list continues from this node. */
const NOWHERE = 0;
const START = 1;
/**
 * `nextPlace` is the next node for a node and a letter. `isWord` is true if a word ends at the
 * node.
 */
const { nextPlace, isWord } = treeOf(wordlist);

function treeOf(words: readonly string[]): { nextPlace: Uint16Array; isWord: Uint8Array } {
  const next = Array.from({ length: 2 * LETTERS }, () => NOWHERE);
  const ends: number[] = [];
  for (const word of words) {
    let place = START;
    for (const character of word) {
      const at = place * LETTERS + letterOf(character.charCodeAt(0));
      if (next[at] === NOWHERE) {
        next[at] = next.length / LETTERS;
        next.push(...Array.from({ length: LETTERS }, () => NOWHERE));
      }
      place = next[at] ?? NOWHERE;
    }
    ends.push(place);
  }
  const isEnd = new Uint8Array(next.length / LETTERS);
  for (const place of ends) isEnd[place] = 1;
  return { nextPlace: Uint16Array.from(next), isWord: isEnd };
}
