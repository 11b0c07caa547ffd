/**
 * Reads, writes and validates administrators' values of the fields in `term-fields.ts`, shared by
 * browser and server. A change by more than a factor of 10 must be typed twice.
 */
import { formatScaled, parseScaled } from "./scaled-decimal.ts";
import { TERM_FIELDS, type TermField, type TermKind } from "./term-fields.ts";

/** Values in the smallest unit of each field, by field name. */
export type TermValues = Readonly<Record<string, bigint>>;
/** The same values as decimal text, for display and input. */
export type TermTexts = Readonly<Record<string, string>>;

const JUMP_FACTOR = 10n;

export function termFields(kind: TermKind): [name: string, field: TermField][] {
  return Object.entries<TermField>(TERM_FIELDS[kind]);
}

/**
 * Formats posted values as text. Omits fields that did not exist when the values were posted,
 * because they had no value rather than 0.
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
 * Parses the texts into values. They must be valid, so call `termFaults` first. Omits fields
 * without a text.
 */
export function termValues(kind: TermKind, texts: TermTexts): TermValues {
  return Object.fromEntries(
    termFields(kind).flatMap(([name, { decimals }]) => {
      const text = texts[name];
      return text === undefined ? [] : [[name, parseScaled(text, decimals)]];
    }),
  );
}

/** Returns the reason for each refused value, by field. Empty if all values are valid. */
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
  if (value < parseScaled(min, decimals)) return `${label} must be at least ${min}${words}.`;
  if (value > parseScaled(max, decimals)) return `${label} must be at most ${max}${words}.`;
  return undefined;
}

/**
 * Pairs of fields of one kind. The value of the first field must not exceed the value of the second
 * field.
 */
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
 * Returns the names of the fields that change by more than a factor of 10, up or down. Never
 * includes switches, or changes from or to zero, because these have no factor.
 */
export function termJumps(kind: TermKind, present: TermValues, next: TermValues): string[] {
  return termFields(kind)
    .filter(([name, { words }]) => {
      const [was, is] = [present[name] ?? 0n, next[name] ?? 0n];
      if (words || was === 0n || is === 0n) return false;
      return is > was * JUMP_FACTOR || is * JUMP_FACTOR < was;
    })
    .map(([name]) => name);
}

/**
 * Result of a change: the values to set, the first reason to refuse the change, or the fields to
 * confirm.
 */
export type TermVerdict =
  | { readonly values: TermValues }
  | { readonly fault: string }
  /** Labels of the fields whose new value must be typed a second time to confirm it. */
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
    return parseScaled(text, decimals);
  } catch {
    return undefined;
  }
}
