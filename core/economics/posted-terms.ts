/**
 * Parses, formats and validates the values that administrators post for the fields in
 * `term-fields.ts`. Shared by browser and server. A change by more than a factor of 10 must be
 * typed twice.
 */
import { formatScaled, parseScaled } from "./scaled-decimal.ts";
import { TERM_FIELDS, type TermField, type TermKind } from "./term-fields.ts";

/** Values by field name, each in the field's smallest unit. */
export type TermValues = Readonly<Record<string, bigint>>;
/** Values as decimal text by field name, for display and input. */
export type TermTexts = Readonly<Record<string, string>>;

const JUMP_FACTOR = 10n;

export function termFields(kind: TermKind): [name: string, field: TermField][] {
  return Object.entries<TermField>(TERM_FIELDS[kind]);
}

/**
 * Formats posted values as text. Omits fields that did not exist when the values were posted: they
 * had no value, which differs from 0.
 */
export function termTexts(kind: TermKind, values: TermValues): TermTexts {
  return Object.fromEntries(
    termFields(kind).flatMap(([name, { decimals }]) => {
      const value = values[name];
      return value === undefined ? [] : [[name, formatScaled(value, decimals)]];
    }),
  );
}

/**
 * Parses texts into values. Call `termFaults` first, because the texts must be valid. Omits fields
 * without a text.
 */
export function termValues(kind: TermKind, texts: TermTexts): TermValues {
  return Object.fromEntries(
    termFields(kind).flatMap(([name, { decimals }]) => {
      const text = texts[name];
      return text === undefined ? [] : [[name, parseSigned(text, decimals)]];
    }),
  );
}

/**
 * Returns the reason for each refused value, by field, or an empty object if all values are valid.
 */
export function termFaults(kind: TermKind, texts: TermTexts): Readonly<Record<string, string>> {
  const faults = termFields(kind)
    .map(([name, field]) => [name, fieldFault(field, texts[name])] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return faults.length > 0 ? Object.fromEntries(faults) : orderFaults(kind, texts);
}

function fieldFault(field: TermField, text: string | undefined): string | undefined {
  const { label, unit, decimals, min, max } = field;
  const value = scaled(text ?? "", decimals);
  const words = unit === "" ? "" : ` ${unit}`;
  if (value === undefined)
    return decimals === 0
      ? `${label} must be a whole number.`
      : `${label} must be a number with at most ${decimals} decimals. Use a dot.`;
  if (value < parseSigned(min, decimals)) return `${label} must be at least ${min}${words}.`;
  if (value > parseScaled(max, decimals)) return `${label} must be at most ${max}${words}.`;
  return undefined;
}

/** Pairs of fields of one kind, where the first value must not exceed the second. */
const ASCENDING = [
  ["minimum", "maximum"],
  ["maximum", "daily"],
  ["least", "daily"],
  ["daily", "totalDaily"],
  ["personDaily", "installationDaily"],
  ["supportEach", "supportDaily"],
  ["one", "two"],
  ["keep", "ceiling"],
] as const;

function orderFaults(kind: TermKind, texts: TermTexts): Record<string, string> {
  const values = termValues(kind, texts);
  const fields = new Map(termFields(kind));
  for (const [lower, upper] of ASCENDING) {
    const [low, high] = [values[lower], values[upper]];
    const [first, second] = [fields.get(lower), fields.get(upper)];
    if (low === undefined || high === undefined || low <= high) continue;
    if (first && second)
      return { [lower]: `${first.label} must not be above ${inSentence(second.label)}.` };
  }
  return {};
}

function inSentence(label: string): string {
  return label.replace(/^./, (letter) => letter.toLowerCase());
}

/**
 * Returns the names of the fields that change by more than a factor of 10, up or down, or that
 * change their sign. Excludes switches and changes from or to zero, for which no factor is defined.
 */
export function termJumps(kind: TermKind, present: TermValues, next: TermValues): string[] {
  return termFields(kind)
    .filter(([name, { words }]) => {
      const [was, is] = [present[name] ?? 0n, next[name] ?? 0n];
      if (words || was === 0n || is === 0n) return false;
      if (was < 0n !== is < 0n) return true;
      const [before, after] = [sizeOf(was), sizeOf(is)];
      return after > before * JUMP_FACTOR || after * JUMP_FACTOR < before;
    })
    .map(([name]) => name);
}

/**
 * Outcome of validating a change: the values to set, the first reason for refusal, or the fields to
 * confirm.
 */
export type TermVerdict =
  | { readonly values: TermValues }
  | { readonly fault: string }
  /** Labels of the fields whose new value must be typed again as a confirmation. */
  | { readonly jump: string };

export function judgeTerms(
  kind: TermKind,
  present: TermValues,
  change: { readonly texts: TermTexts; readonly typedAgain: TermTexts },
): TermVerdict {
  const { texts, typedAgain } = change;
  const [fault] = Object.values(termFaults(kind, texts));
  if (fault !== undefined) return { fault };
  const values = termValues(kind, texts);
  const fields = new Map(termFields(kind));
  const open = termJumps(kind, present, values).filter(
    (name) => scaled(typedAgain[name] ?? "", fields.get(name)?.decimals ?? 0) !== values[name],
  );
  if (open.length === 0) return { values };
  return { jump: open.map((name) => fields.get(name)?.label ?? name).join(", ") };
}

function scaled(text: string, decimals: number): bigint | undefined {
  try {
    return parseSigned(text, decimals);
  } catch {
    return undefined;
  }
}

/**
 * Parses decimal text that can have a minus, for interest rates. The bounds of other fields exclude
 * negative values. Throws a RangeError for an invalid text and for minus zero.
 */
function parseSigned(text: string, decimals: number): bigint {
  if (!text.startsWith("-")) return parseScaled(text, decimals);
  const size = parseScaled(text.slice(1), decimals);
  if (size === 0n) throw new RangeError(`"${text}" is minus zero`);
  return -size;
}

function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}
