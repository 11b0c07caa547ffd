/** The filters of the journal as typed, and the query that they stand for. */
export interface Filters {
  readonly text: string;
  readonly tag: string;
  readonly mistake: string;
  readonly instrument: string;
  /** Values of date fields, in the user's time zone. */
  readonly from: string;
  readonly to: string;
  /** Number of a season of the live account. */
  readonly season: string;
}

export const NO_FILTERS: Filters = {
  text: "",
  tag: "",
  mistake: "",
  instrument: "",
  from: "",
  to: "",
  season: "",
};

export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== "");
}

/** Returns the query without empty filters. The last day is included as a whole. */
export function queryOf({ from, to, ...texts }: Filters) {
  const named = Object.entries({ ...texts, text: texts.text.trim() });
  const dates = [
    ["from", timeAt(from, "T00:00:00.000")],
    ["to", timeAt(to, "T23:59:59.999")],
  ] as const;
  return Object.fromEntries(
    [...named, ...dates].filter(([, value]) => value !== ""),
  ) as Partial<Filters>;
}

function timeAt(date: string, time: string): string {
  const at = new Date(`${date}${time}`);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
