/**
 * Array parameters as PostgreSQL's text form: one string per column instead of a value per element.
 */
export function numberArray(values: readonly (number | bigint | string)[]): string {
  return `{${values.join(",")}}`;
}

/** Uuids or undefined for null. */
export function uuidArray(values: readonly (string | undefined)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

export function textArray(values: readonly (string | undefined)[]): string {
  return `{${values.map((value) => (value === undefined ? "NULL" : quoted(value))).join(",")}}`;
}

function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
