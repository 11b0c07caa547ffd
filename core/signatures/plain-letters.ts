/**
 * Maps characters to plain letters: full-width, accented and mathematical forms of `a` become `a`.
 * Each character is converted on its own and cached, because normalising a whole text takes
 * quadratic time if it has stacked combining marks.
 */
export const LETTERS = 26;
/** Result for a character that ends a word. */
export const SEPARATOR = -1;
/** Result for a combining mark, which modifies the previous letter and does not end a word. */
export const MARK = -2;
/**
 * Result for a character that represents several letters or separators, such as a ligature.
 * `severalOf` returns these letters and separators.
 */
export const SEVERAL = -3;

/** End of the code points to map. No character from here on represents a Latin letter. */
const CHARACTERS = 0x20000;
/** Offset of cached values, so that 0 means not cached yet. */
const SHIFT = 4;
const letters = new Uint8Array(CHARACTERS);
const several = new Map<number, readonly number[]>();
const CODE_A = 97;

/** Returns a letter from 0 to 25, `SEPARATOR`, `MARK` or `SEVERAL`. */
export function letterOf(character: number): number {
  if (character >= CHARACTERS) return SEPARATOR;
  const stored = letters[character] ?? 0;
  return stored === 0 ? workOut(character) : stored - SHIFT;
}

/** Returns the letters and separators of a character for which `letterOf` returns `SEVERAL`. */
export function severalOf(character: number): readonly number[] {
  return several.get(character) ?? [];
}

function workOut(character: number): number {
  const plain = String.fromCodePoint(character).normalize("NFKD").toLowerCase();
  const own = Array.from(plain, letterOfPlain).filter((letter) => letter !== MARK);
  const isSeveral = own.length > 1 && own.some((letter) => letter !== SEPARATOR);
  if (isSeveral) several.set(character, own);
  const letter = isSeveral ? SEVERAL : (own[0] ?? MARK);
  letters[character] = letter + SHIFT;
  return letter;
}

function letterOfPlain(character: string): number {
  if (character >= "a" && character <= "z") return character.charCodeAt(0) - CODE_A;
  return /\p{M}/u.test(character) ? MARK : SEPARATOR;
}
