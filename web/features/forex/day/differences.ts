/** What is told beside what was worked out, value by value. */
export interface Difference {
  /** `latencyMs`, `reductions.0.factor`. */
  readonly what: string;
  readonly told: string;
  readonly found: string;
}

/** Of every value that was found; what is told beyond that is not looked at. */
export function differencesOf(told: unknown, found: unknown, what = ""): Difference[] {
  if (typeof found === "object" && found !== null) {
    const missing = Array.isArray(found) && Array.isArray(told) && told.length > found.length;
    const extra = missing
      ? [{ what, told: `${told.length} entries`, found: `${found.length}` }]
      : [];
    const inside = Object.entries(found).flatMap(([key, value]) =>
      differencesOf(valueIn(told, key), value, what === "" ? key : `${what}.${key}`),
    );
    return [...extra, ...inside];
  }
  const [a, b] = [textOf(told), textOf(found)];
  return a === b ? [] : [{ what, told: a, found: b }];
}

function valueIn(told: unknown, key: string): unknown {
  if (typeof told !== "object" || told === null || !Object.hasOwn(told, key)) return undefined;
  return (told as Readonly<Record<string, unknown>>)[key];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
