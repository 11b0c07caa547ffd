/** What was typed for a new key, as the server takes it. Pure but for the time zone. */

/** One a line; commas are fine too. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((network) => network !== "");
}

/** The midnight that ends this day here; null: it has no end. */
export function endOfDay(day: string): string | null {
  if (day === "") return null;
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}
