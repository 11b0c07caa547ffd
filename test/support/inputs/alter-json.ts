/** Changes one value in parsed JSON, as a forger would. */

export type Place = readonly (string | number)[];

/** Returns the paths of all texts and numbers in the value. */
export function placesIn(value: unknown, path: Place = []): Place[] {
  if (typeof value === "string" || typeof value === "number") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => placesIn(item, [...path, name]));
}

/** Changes one text or number: a character of a text, or a number by a little. */
export function alter(file: object, place: Place, random: () => number): void {
  const parent = place
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (value, name) => value[name] as Record<string, unknown>,
      file as Record<string, unknown>,
    );
  const name = place.at(-1) ?? "";
  const old = parent[name];
  if (typeof old === "number") parent[name] = old + 1 + Math.floor(random() * 9);
  if (typeof old !== "string") return;
  const at = Math.floor(random() * old.length);
  const digit = "0123456789abcdef"[Math.floor(random() * 16)] ?? "0";
  const letter = old[at] === digit ? (digit === "7" ? "8" : "7") : digit;
  parent[name] = old.slice(0, at) + letter + old.slice(at + 1);
}
