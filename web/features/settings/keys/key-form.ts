/**
 * Converts the form for a new key to the API's format. The functions are pure, apart from the local
 * time zone.
 */

/** Parses one network per line. Commas are also accepted as separators. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((network) => network !== "");
}

/** Returns the local midnight at the end of this day, or null if the key does not expire. */
export function endOfDay(day: string): string | null {
  if (day === "") return null;
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}
