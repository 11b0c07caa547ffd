/**
 * Reads fields from parsed JSON of an unknown author. Throws Malformed, whose text names
 * the field.
 */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

export const HASH = /^[0-9a-f]{64}$/;
const HEX = /^([0-9a-f]{2})+$/;
const DECIMAL = /^-?\d{1,24}(\.\d{1,18})?$/;
const WHOLE = /^-?\d{1,30}$/;
/** Longest text of a field, unless it has its own limit. */
const TEXT_CHARACTERS_MAX = 500;

export class JsonReader {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(value: unknown, path = "") {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new Malformed(`${path === "" ? "The file" : path} is not an object.`);
    this.#fields = value as Readonly<Record<string, unknown>>;
    this.#path = path;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#fields, name);
  }

  isNull(name: string): boolean {
    return this.#value(name) === null;
  }

  object(name: string): JsonReader {
    return new JsonReader(this.#value(name), this.#pathOf(name));
  }

  /** All fields as parsed JSON. */
  get fields(): Readonly<Record<string, unknown>> {
    return this.#fields;
  }

  /** The parsed JSON of a field, for code that reads it with its own types. */
  raw(name: string): unknown {
    return this.#value(name);
  }

  list(name: string, itemsMax: number): JsonReader[] {
    return this.#items(name, itemsMax).map(
      (item, index) => new JsonReader(item, `${this.#pathOf(name)}[${index}]`),
    );
  }

  texts(name: string, pattern: RegExp, itemsMax: number): string[] {
    return this.#items(name, itemsMax).map((item, index) => {
      if (typeof item === "string" && pattern.test(item)) return item;
      throw new Malformed(`${this.#pathOf(name)}[${index}] is malformed.`);
    });
  }

  text(name: string, pattern?: RegExp, charactersMax = TEXT_CHARACTERS_MAX): string {
    const value = this.#value(name);
    if (typeof value !== "string" || value.length > charactersMax)
      throw this.#malformed(name, `a text of at most ${charactersMax} characters`);
    if (pattern && !pattern.test(value)) throw this.#malformed(name, "in the expected form");
    return value;
  }

  /** A time as RFC 3339 in UTC with milliseconds. */
  time(name: string): string {
    const text = this.text(name);
    if (!isTime(text)) throw this.#malformed(name, "a time");
    return text;
  }

  /** A date such as 2026-05-31. */
  date(name: string): string {
    const text = this.text(name);
    if (!isTime(`${text}T00:00:00.000Z`)) throw this.#malformed(name, "a date");
    return text;
  }

  hex(name: string): string {
    const value = this.#value(name);
    if (typeof value !== "string" || !HEX.test(value)) throw this.#malformed(name, "hex");
    return value;
  }

  decimal(name: string): string {
    return this.text(name, DECIMAL);
  }

  /** A whole number as text. */
  wholeText(name: string): string {
    return this.text(name, WHOLE);
  }

  /** A whole number that JSON represents exactly, so that no amount is rounded. */
  whole(name: string): number {
    const value = this.#value(name);
    if (typeof value !== "number" || !Number.isSafeInteger(value))
      throw this.#malformed(name, "a whole number below 2^53");
    return value;
  }

  count(name: string): number {
    const value = this.whole(name);
    if (value < 0) throw this.#malformed(name, "a number of at least zero");
    return value;
  }

  #items(name: string, itemsMax: number): readonly unknown[] {
    const value = this.#value(name);
    if (!Array.isArray(value) || value.length > itemsMax)
      throw this.#malformed(name, `a list of at most ${itemsMax} items`);
    return value;
  }

  #value(name: string): unknown {
    if (!this.has(name)) throw new Malformed(`${this.#pathOf(name)} is missing.`);
    return this.#fields[name];
  }

  #pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  #malformed(name: string, expected: string): Malformed {
    return new Malformed(`${this.#pathOf(name)} is not ${expected}.`);
  }
}

/** A time that does not exist, such as 31 February, would make calendar calculations endless. */
export function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
