/**
 * Estimates how hard a new password is to guess, as a hint while the user types. Only the server's
 * rules are binding. They do not require specific kinds of characters.
 */
import {
  isLongEnough,
  isMadeOfNames,
  isOneCharacter,
  normalPassword,
  passwordLength,
} from "../../../api/password-rules.ts";
import { passwordLimits } from "../../../api/limits.ts";
import { strengthTexts as texts } from "./password-strings.ts";

export interface Strength {
  /** Number of filled bars. 0 if the field is empty. */
  readonly bars: 0 | 1 | 2 | 3;
  readonly word: string;
  readonly advice: string;
}

/**
 * Bits per character. The first letter of a word counts in full, and its other letters are almost
 * predictable.
 */
const BITS = { fair: 34, strong: 46, letter: 4.5, wordRest: 1.2, digit: 3.3, other: 5 } as const;
const WORD_HEAD = 3;
const ROWS = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

export function strengthOf(password: string, email: string): Strength {
  const length = passwordLength(password);
  if (length === 0) return { bars: 0, word: "", advice: texts.least(passwordLimits.min) };
  if (!isLongEnough(password))
    return { bars: 1, word: texts.short, advice: texts.more(passwordLimits.min - length) };
  if (isOneCharacter(password)) return { bars: 1, word: texts.weak, advice: texts.repeated };
  if (isMadeOfNames(password, email)) return { bars: 1, word: texts.weak, advice: texts.names };
  const { bits, isRepetitive } = guessBits(normalPassword(password));
  if (bits >= BITS.strong) return { bars: 3, word: texts.strong, advice: texts.only };
  const advice = isRepetitive ? texts.repeated : texts.longer;
  return bits >= BITS.fair
    ? { bars: 2, word: texts.fair, advice }
    : { bars: 1, word: texts.weak, advice };
}

/** Estimates the password's bits. A character that continues a sequence adds none. */
function guessBits(password: string): { readonly bits: number; readonly isRepetitive: boolean } {
  const characters = Array.from(password.toLowerCase());
  let bits = 0;
  let skipped = 0;
  let letters = 0;
  for (const [index, character] of characters.entries()) {
    letters = /\p{L}/u.test(character) ? letters + 1 : 0;
    if (goesOn(characters[index - 1] ?? "", character)) skipped += 1;
    else bits += letters > WORD_HEAD ? BITS.wordRest : bitsOf(character);
  }
  return { bits, isRepetitive: skipped * 3 > characters.length };
}

function bitsOf(character: string): number {
  if (/\p{L}/u.test(character)) return BITS.letter;
  return /\d/.test(character) ? BITS.digit : BITS.other;
}

/**
 * True if the character repeats the previous one, or is its neighbour in the alphabet, among the
 * digits or on the keyboard.
 */
function goesOn(before: string, character: string): boolean {
  if (before === "") return false;
  return (
    before === character ||
    ROWS.some((row) => row.includes(before + character) || row.includes(character + before))
  );
}
