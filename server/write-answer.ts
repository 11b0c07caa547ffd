/**
 * Writes an answer as JSON by the schema of its route. The schema is read once, into functions that
 * check and write each part; what they do not know, and whatever does not fit, is left to the
 * library, which says what is wrong. The library alone takes two to five times as long.
 *
 * A frozen object is written once and its text kept as long as it: who freezes one says that
 * nothing in it ever changes.
 */
import { beginSlice, type Slice } from "#platform";
import { z } from "zod";
import { utcIsoText } from "./utc-iso-text.ts";

type Schema = z.core.$ZodType;
type Def<Kind extends z.core.$ZodTypes["_zod"]["def"]["type"]> = Extract<
  z.core.$ZodTypes["_zod"]["def"],
  { readonly type: Kind }
>;
/** JSON; undefined: the field is left out. Throws `Unfit` when the value is not to be answered. */
type Write = (value: unknown) => string | undefined;

/** It is the library's to say why. */
class Unfit extends Error {}
const unfit = new Unfit("the answer does not fit its schema");

/** Undefined: ask the library. */
export function answerWriter(schema: Schema): (answer: unknown) => string | undefined {
  const write = writerOf(schema);
  return (answer) => {
    try {
      return write(answer);
    } catch (error) {
      if (error instanceof Unfit) return undefined;
      throw error;
    }
  };
}

/** Writes answers with long lists in slices of the event loop. Other requests run between them. */
export interface LongAnswerWriter {
  isLong(answer: unknown): answer is Readonly<Record<string, unknown>>;
  /** Undefined: ask the library. */
  write(answer: Readonly<Record<string, unknown>>): Promise<string | undefined>;
}

/** A list of more items counts as long. */
const LONG_ITEMS = 500;
/** Items that are written between two looks at the clock. */
const LOOK_ITEMS = 100;

/** Undefined: answers of this schema have no list of their own. */
export function longAnswerWriter(schema: Schema): LongAnswerWriter | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== "object" || def.catchall || (def.checks ?? []).length > 0) return undefined;
  const fields = Object.entries(def.shape).map(([name, field]) => ({
    name,
    start: `${JSON.stringify(name)}:`,
    write: writerOf(field),
    writeItem: itemWriterOf(field),
  }));
  const lists = fields.filter(({ writeItem }) => writeItem).map(({ name }) => name);
  if (lists.length === 0) return undefined;
  return {
    isLong: (answer): answer is Readonly<Record<string, unknown>> =>
      typeof answer === "object" &&
      answer !== null &&
      lists.some(
        (name) => lengthOf((answer as Readonly<Record<string, unknown>>)[name]) > LONG_ITEMS,
      ),
    async write(answer) {
      const slice = beginSlice();
      const parts: string[] = [];
      try {
        for (const { name, start, write, writeItem } of fields) {
          const value = answer[name];
          const isList = writeItem && Array.isArray(value);
          const text = isList ? await writeEach(writeItem, value, slice) : write(value);
          if (text !== undefined) parts.push(start + text);
        }
      } catch (error) {
        if (error instanceof Unfit) return undefined;
        throw error;
      }
      return `{${parts.join(",")}}`;
    },
  };
}

function itemWriterOf(schema: Schema): Write | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "array" && (def.checks ?? []).length === 0
    ? writerOf(def.element)
    : undefined;
}

async function writeEach(write: Write, items: readonly unknown[], slice: Slice): Promise<string> {
  const texts: string[] = [];
  for (const [place, item] of items.entries()) {
    if (place % LOOK_ITEMS === 0 && slice.isOver()) await slice.next();
    texts.push(write(item) ?? "null");
  }
  return `[${texts.join(",")}]`;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function writerOf(schema: Schema): Write {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "string") return textBy(schema, def);
  if (def.checks !== undefined && def.checks.length > 0) return byLibrary(schema);
  if (def.type === "nullable") return unless(null, "null", writerOf(def.innerType));
  if (def.type === "optional") return unless(undefined, undefined, writerOf(def.innerType));
  if (def.type === "boolean") return oneOf([true, false]);
  if (def.type === "null") return oneOf([null]);
  if (def.type === "literal") return oneOf(def.values);
  if (def.type === "enum") return oneOf(Object.values(def.entries));
  if (def.type === "array") return eachOf(writerOf(def.element));
  if (def.type === "object" && !def.catchall) return fieldsOf(def.shape);
  if (def.type === "pipe") return ofCodec(schema, def);
  return isWholeNumber(def) ? wholeNumber : byLibrary(schema);
}

function byLibrary(schema: Schema): Write {
  return (value) => {
    const result = z.safeEncode(schema, value);
    if (!result.success) throw unfit;
    return JSON.stringify(result.data);
  };
}

/** Of any text, or of what a pattern says. */
function textBy(schema: Schema, { checks = [], ...def }: Def<"string">): Write {
  const known = [def, ...checks.map(({ _zod }) => _zod.def)].map((rule) =>
    "pattern" in rule && rule.pattern instanceof RegExp ? rule.pattern : undefined,
  );
  const patterns = known.filter((pattern) => pattern !== undefined);
  const rules = checks.length + ("format" in def ? 1 : 0);
  if (patterns.length < rules || patterns.some(({ global, sticky }) => global || sticky))
    return byLibrary(schema);
  return (value) => {
    if (typeof value !== "string") throw unfit;
    for (const pattern of patterns) if (!pattern.test(value)) throw unfit;
    return quoted(value);
  };
}

/** What JSON escapes: also one half of a pair of code units alone. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

function quoted(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function oneOf(values: readonly unknown[]): Write {
  const texts = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return (value) => {
    const text = texts.get(value);
    if (text === undefined) throw unfit;
    return text;
  };
}

function unless(nothing: null | undefined, text: string | undefined, write: Write): Write {
  return (value) => (value === nothing ? text : write(value));
}

function eachOf(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) throw unfit;
    let text = "[";
    for (const [place, item] of value.entries())
      text += (place === 0 ? "" : ",") + (write(item) ?? "null");
    return `${text}]`;
  };
}

/** Those that are declared, in their order. */
function fieldsOf(shape: Readonly<Record<string, Schema>>): Write {
  const kept = new WeakMap<object, string>();
  const fields = Object.entries(shape).map(([name, schema]) => {
    return { name, start: `${JSON.stringify(name)}:`, write: writerOf(schema) };
  });
  const writeAll = (value: Readonly<Record<string, unknown>>): string => {
    let text = "";
    for (const { name, start, write } of fields) {
      const field = write(value[name]);
      if (field !== undefined) text += (text === "" ? "" : ",") + start + field;
    }
    return `{${text}}`;
  };
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw unfit;
    const answer = value as Readonly<Record<string, unknown>>;
    if (!Object.isFrozen(answer)) return writeAll(answer);
    const known = kept.get(answer) ?? writeAll(answer);
    kept.set(answer, known);
    return known;
  };
}

/** The two of `api/values.ts` that answers are full of. */
function ofCodec(schema: Schema, { in: inner, out: outer }: Def<"pipe">): Write {
  const [json, ours] = [inner, outer].map((side) => (side as z.core.$ZodTypes)._zod.def);
  if (json?.checks?.length || ours?.checks?.length) return byLibrary(schema);
  if (ours?.type === "bigint" && json && isWholeNumber(json)) return bigWholeNumber;
  if (ours?.type === "date" && json && isTime(json)) return time;
  return byLibrary(schema);
}

function wholeNumber(value: unknown): string {
  if (!Number.isSafeInteger(value)) throw unfit;
  return String(value);
}

function bigWholeNumber(value: unknown): string {
  if (typeof value !== "bigint" || !Number.isSafeInteger(Number(value))) throw unfit;
  return String(value);
}

function time(value: unknown): string {
  const text = value instanceof Date ? utcIsoText(value.getTime()) : undefined;
  if (text === undefined) throw unfit;
  return `"${text}"`;
}

function isWholeNumber(def: z.core.$ZodTypes["_zod"]["def"]): boolean {
  return def.type === "number" && "format" in def && def.format === "safeint" && !def.checks;
}

function isTime(def: z.core.$ZodTypes["_zod"]["def"]): boolean {
  return def.type === "string" && "format" in def && def.format === "datetime";
}
