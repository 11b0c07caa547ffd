/**
 * Whether somebody typed the recovery phrase of a wallet: twelve words of the list of BIP39 one
 * after the other, whatever stands between them. The checksum is not asked: a phrase with a typing
 * error is a secret too. https://bips.dev/39/
 */
import { wordlist } from "@scure/bip39/wordlists/english.js";

/** The shortest phrase; ordinary sentences never come near, the list has no "the", "of" or "to". */
const WORDS_MIN = 12;
/** No word of the list is shorter than three letters, and something stands between each two. */
const LETTERS_MIN = WORDS_MIN * 3 + (WORDS_MIN - 1);

const words: ReadonlySet<string> = new Set(wordlist);

/** In any text of a JSON value, its names included. */
export function hasRecoveryPhrase(value: unknown): boolean {
  if (typeof value === "string") return isPhrase(value);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, item]) => isPhrase(key) || hasRecoveryPhrase(item));
}

function isPhrase(text: string): boolean {
  const plain = text.normalize("NFKD");
  // Most texts of a request are: nothing is looked up for them.
  if (plain.length < LETTERS_MIN) return false;
  let run = 0;
  for (const [word] of plain.toLowerCase().matchAll(/[a-z]+/g)) {
    run = words.has(word) ? run + 1 : 0;
    if (run === WORDS_MIN) return true;
  }
  return false;
}
