/**
 * Encodes arrays as PostgreSQL array literals, so that a statement needs one string parameter per
 * column instead of one value per element.
 */
type Element<Value> = Value | null | undefined;

export function numberArray(values: readonly Element<number | bigint | string>[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

export function uuidArray(values: readonly Element<string>[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

export function timeArray(values: readonly Element<Date>[]): string {
  // Caches the text of the last time, because the rows of one batch often have the same time.
  let lastMs = Number.NaN;
  let lastText = "";
  const textOf = (value: Date): string => {
    const ms = value.getTime();
    if (ms !== lastMs) {
      lastText = value.toISOString();
      lastMs = ms;
    }
    return lastText;
  };
  return `{${values.map((value) => (value ? textOf(value) : "NULL")).join(",")}}`;
}

export function textArray(values: readonly Element<string>[]): string {
  return `{${values.map((value) => (typeof value === "string" ? quoted(value) : "NULL")).join(",")}}`;
}

function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
