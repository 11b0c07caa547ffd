/**
 * Provides the thousands and decimal separators that the browser or the user prefers. Numbers are
 * first formatted in English, and their separators are replaced last, so that no amount is
 * formatted by a locale. `read-number.ts` parses typed numbers.
 */
import { browserLocale } from "./browser-locale.ts";
import { storedChoice, useChoice } from "./stored-choice.ts";

export const NUMBER_FORMATS = ["browser", "en", "de", "fr", "de-CH"] as const;

type NumberFormat = (typeof NUMBER_FORMATS)[number];

export const numberFormatChoice = storedChoice("number-format", NUMBER_FORMATS, "browser");

export interface Marks {
  readonly group: string;
  readonly decimal: string;
}

const ENGLISH: Marks = { group: ",", decimal: "." };

let marks = ENGLISH;
let isFollowing = false;

/**
 * Starts using the chosen format. Call this only in the signed-in area, because prerendered pages
 * are generated and hydrated in English.
 */
export function followNumberFormat(): true {
  if (isFollowing) return true;
  isFollowing = true;
  const apply = () => {
    marks = marksOf(numberFormatChoice.get());
  };
  numberFormatChoice.subscribe(apply);
  apply();
  return true;
}

export function currentMarks(): Marks {
  return marks;
}

/** Returns the number format. Components that use this hook rerender when the format changes. */
export function useNumberFormat(): NumberFormat {
  return useChoice(numberFormatChoice);
}

/** Converts `1,234.56` to the chosen format, such as `1.234,56`. */
export function withMarks(english: string): string {
  if (marks === ENGLISH) return english;
  return english.replace(/[,.]/g, (mark) => (mark === "," ? marks.group : marks.decimal));
}

/** Formats a whole number, such as a block height: `1,234`. */
export function wholeText(number: number): string {
  return groupedText(String(number));
}

/** Groups the thousands of plain decimal text: `1234567.891` becomes `1,234,567.891`. */
export function groupedText(plain: string): string {
  return withMarks(plain.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ","));
}

/** Languages whose number format is the app's default, so that no locale data is needed. */
const ENGLISH_BROWSER = /^en(?:-US|-GB)?$/;

/**
 * Returns the separators of a format. Digits are always Latin, because the app's font has no
 * others.
 */
export function marksOf(format: NumberFormat): Marks {
  const locale = format === "browser" ? browserLocale() : format;
  if (ENGLISH_BROWSER.test(locale)) return ENGLISH;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(
    1_234_567.8,
  );
  const mark = (type: "group" | "decimal") => parts.find((part) => part.type === type)?.value;
  return { group: mark("group") ?? ENGLISH.group, decimal: mark("decimal") ?? ENGLISH.decimal };
}
