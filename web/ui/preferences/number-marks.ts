/**
 * The marks between digits: thousands and decimals as the browser or the user wants them. Numbers
 * are written in English first and get their marks last, so that no amount passes through a locale.
 * `read-number.ts` reads what is typed.
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

/** Begins with the signed-in area: prerendered pages are written, and taken over, in English. */
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

/** A component that uses it draws again when the format changes. */
export function useNumberFormat(): NumberFormat {
  return useChoice(numberFormatChoice);
}

/** `1,234.56` with the marks of the chosen format, such as `1.234,56`. */
export function withMarks(english: string): string {
  if (marks === ENGLISH) return english;
  return english.replace(/[,.]/g, (mark) => (mark === "," ? marks.group : marks.decimal));
}

/** A whole number such as a block height: `1,234`. */
export function wholeText(number: number): string {
  return groupedText(String(number));
}

/** `1234567.891` as `1,234,567.891`: plain decimal text with its thousands grouped. */
export function groupedText(plain: string): string {
  return withMarks(plain.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ","));
}

/** Browsers in these languages write as the app does, and need no table of a locale to say so. */
const ENGLISH_BROWSER = /^en(?:-US|-GB)?$/;

/** Latin digits always: the figures of this app are set in them. */
export function marksOf(format: NumberFormat): Marks {
  const locale = format === "browser" ? browserLocale() : format;
  if (ENGLISH_BROWSER.test(locale)) return ENGLISH;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(
    1_234_567.8,
  );
  const mark = (type: "group" | "decimal") => parts.find((part) => part.type === type)?.value;
  return { group: mark("group") ?? ENGLISH.group, decimal: mark("decimal") ?? ENGLISH.decimal };
}
