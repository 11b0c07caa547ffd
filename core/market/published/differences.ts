/** Compares reported values with computed values. */
export interface Difference {
  /** Path of the value, such as `latencyMs` or `reductions.0.factor`. */
  readonly what: string;
  readonly reported: string;
  readonly computed: string;
}

/**
 * Returns the computed values that differ from the reported values. Ignores reported values that
 * were not computed.
 */
export function differencesOf(reported: unknown, computed: unknown, what = ""): Difference[] {
  if (typeof computed === "object" && computed !== null) {
    const missing =
      Array.isArray(computed) && Array.isArray(reported) && reported.length > computed.length;
    const extra = missing
      ? [{ what, reported: `${reported.length} entries`, computed: `${computed.length}` }]
      : [];
    const inside = Object.entries(computed).flatMap(([key, value]) =>
      differencesOf(valueIn(reported, key), value, what === "" ? key : `${what}.${key}`),
    );
    return [...extra, ...inside];
  }
  const [a, b] = [textOf(reported), textOf(computed)];
  return a === b ? [] : [{ what, reported: a, computed: b }];
}

function valueIn(reported: unknown, key: string): unknown {
  if (typeof reported !== "object" || reported === null || !Object.hasOwn(reported, key))
    return undefined;
  return (reported as Readonly<Record<string, unknown>>)[key];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
