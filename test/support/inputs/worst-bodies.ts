/**
 * Generates the most expensive bodies that a route must accept or refuse. Each field contains text
 * that is slow to normalise, match, parse or count, as long as the schema and the body limit allow.
 */
import { z } from "zod";
import type { Route } from "../../../api/route.ts";

/** Texts by name. Each is repeated up to the requested length. */
const UNITS: Readonly<Record<string, string>> = {
  "marks of two classes": "\u0301\u0316",
  "U+FDFA": "\uFDFA",
  "full-width letters": "\uFF41",
  words: "act add axe ",
  spaces: " ",
  digits: "9",
  letters: "a",
  brackets: "([{",
  base64: "cHNidP8B",
};
/** The only units for short text fields, because no other unit is slow at such a length. */
const SHORT = new Set(["marks of two classes"]);
const SHORT_MAX = 2_000;

/** Name of a body that every route answers with 400. */
export const NESTED = "5,000 nested arrays";

const BODY_BYTES_MAX = 64 * 1_024;
/** Bytes reserved for the body's other fields. */
const ROOM_BYTES = 2_000;

export interface WorstBody {
  readonly what: string;
  readonly text: string;
}

interface Field {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Field[];
}

export function* worstBodies(
  route: Pick<Route, "body" | "bodyBytesMax">,
  wellFormed: Readonly<Record<string, unknown>>,
): Generator<WorstBody> {
  const bytesMax = (route.bodyBytesMax ?? BODY_BYTES_MAX) - ROOM_BYTES;
  yield* wholeBodies(bytesMax);
  const fields = fieldsOf(route);
  for (const name of new Set([...Object.keys(fields), ...Object.keys(wellFormed)])) {
    const length = lengthOf(fields[name]) ?? Infinity;
    for (const [what, unit] of Object.entries(UNITS)) {
      if (length <= SHORT_MAX && !SHORT.has(what)) continue;
      const value = filled(unit, length, bytesMax);
      yield { what: `${name}: ${what}`, text: JSON.stringify({ ...wellFormed, [name]: value }) };
    }
    if (length <= SHORT_MAX) continue;
    const items = Array.from({ length: itemsOf(fields[name]) ?? 5_000 }, () => "9");
    yield { what: `${name}: items`, text: JSON.stringify({ ...wellFormed, [name]: items }) };
    const number = "9".repeat(20_000);
    const others = JSON.stringify({ ...wellFormed, [name]: 0 });
    yield {
      what: `${name}: a long number`,
      text: others.replace(`"${name}":0`, `"${name}":${number}`),
    };
  }
}

export function* wholeBodies(bytesMax = BODY_BYTES_MAX - ROOM_BYTES): Generator<WorstBody> {
  const half = Math.floor(bytesMax / 2);
  const nested = Math.min(5_000, half);
  yield { what: NESTED, text: "[".repeat(nested) + "]".repeat(nested) };
  yield { what: "nested arrays", text: "[".repeat(half) + "]".repeat(half) };
  yield { what: "nested objects", text: '{"a":'.repeat(half / 5) + "1" + "}".repeat(half / 5) };
  yield { what: "many values", text: `[${"1,".repeat(half - 2)}1]` };
  yield { what: "many arrays", text: `[${"[],".repeat(Math.floor(bytesMax / 3) - 2)}[]]` };
  const names = Array.from({ length: Math.min(9_000, bytesMax / 10) }, (_, at) => `"${at}":1`);
  yield { what: "many names", text: `{${names.join(",")}}` };
  const name = filled(UNITS["marks of two classes"] ?? "", Infinity, bytesMax);
  yield { what: "a long name", text: JSON.stringify({ [name]: 1 }) };
  yield { what: "escapes", text: `{"a":"${"\\u0301".repeat(Math.floor(bytesMax / 6) - 2)}"}` };
}

/** Repeats the unit as often as the field and the body limit allow. */
function filled(unit: string, length: number, bytesMax: number): string {
  const bytes = Buffer.byteLength(JSON.stringify(unit)) - 2;
  const units = Math.max(1, Math.floor(Math.min(length / unit.length, bytesMax / bytes)));
  // Normalisation sorts combining marks by class. All marks of one class followed by all marks of
  // the other class take the longest.
  const isMarks = /^\p{M}/u.test(unit);
  return isMarks ? Array.from(unit, (mark) => mark.repeat(units)).join("") : unit.repeat(units);
}

/**
 * Yields query strings with the largest numbers, every choice, and texts as long as a URL may be.
 */
export function* worstQueries({ query }: Pick<Route, "query">): Generator<string> {
  yield "";
  const fields = query ? propertiesOf(query) : {};
  const largest = Object.entries(fields).flatMap(([name, { maximum }]) =>
    maximum === undefined || maximum > QUERY_NUMBER_MAX ? [] : [[name, String(maximum)]],
  );
  const needed = Object.entries(fields).flatMap(([name]) =>
    name in NEEDED ? [[name, NEEDED[name] ?? ""]] : [],
  );
  const queryOf = (more: readonly string[][]) =>
    `?${new URLSearchParams([...needed, ...largest, ...more] as [string, string][]).toString()}`;
  yield queryOf([]);
  for (const [name, field] of Object.entries(fields)) {
    const choices = field.enum ?? [];
    for (const place of new Set([0, choices.length >> 2, choices.length - 1]))
      if (choices.length > 0) yield queryOf([[name, String(choices[place])]]);
    for (const unit of ["\u0301", "9", "a"]) {
      const text = unit.repeat(Math.min(field.maxLength ?? Infinity, QUERY_CHARACTERS));
      yield `?${new URLSearchParams({ [name]: text }).toString()}`;
    }
  }
}

/**
 * Values for fields that require a pattern or an enumeration value. All three price types together
 * result in the longest response.
 */
const NEEDED: Readonly<Record<string, string>> = { instrument: "EUR_CHF", price: "MBA" };
const QUERY_NUMBER_MAX = 100_000;
/**
 * Maximum length of a query text. Each character takes six bytes in the URL, and the server accepts
 * headers of up to 16 kB.
 */
const QUERY_CHARACTERS = 2_000;

function fieldsOf({ body }: Pick<Route, "body">): Readonly<Record<string, Field>> {
  return body ? propertiesOf(body) : {};
}

function propertiesOf(schema: z.ZodType): Readonly<Record<string, Field>> {
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return (properties ?? {}) as Readonly<Record<string, Field>>;
}

function lengthOf(field: Field | undefined): number | undefined {
  return field?.maxLength ?? field?.anyOf?.map(lengthOf).find((max) => max !== undefined);
}

function itemsOf(field: Field | undefined): number | undefined {
  return field?.maxItems ?? field?.anyOf?.map(itemsOf).find((max) => max !== undefined);
}
