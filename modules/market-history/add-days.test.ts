/**
 * Tests uploads of newer versions of the two files, which add days or report any fault with its
 * name and line. The series in use is a shortened built-in series, so that the built-in headers are
 * newer.
 */
import { expect, test } from "vitest";
import { carriedParts } from "#economics/carried-series";
import { buildSeries, dayText, type SeriesParts } from "#economics/history";
import { headersFile, pricesFile } from "../../test/support/servers/history-files.ts";
import { daysBeyond } from "./add-days.ts";

const carried = carriedParts();
const now = new Date("2026-11-23T00:00:00Z");
/** The built-in series up to the end of 2023. */
const inUse: SeriesParts = {
  firstDay: carried.firstDay,
  cents: carried.cents.slice(0, 4_016),
  headers: carried.headers.slice(0, 409),
};
const whole = { headers: headersFile(), prices: pricesFile() };
const add = (files: Partial<typeof whole>, base = inUse) =>
  daysBeyond({ ...whole, ...files }, base, now);

test("adding the newer days restores the built-in series", () => {
  const more = add({});
  expect(more.headers).toEqual(carried.headers.slice(409));
  expect(more.cents).toEqual(carried.cents.slice(4_016));
  const { lastDay } = buildSeries({
    ...inUse,
    headers: [...inUse.headers, ...more.headers],
    cents: [...inUse.cents, ...more.cents],
  });
  expect(dayText(lastDay)).toBe("2025-01-11");
});

test("missing prices are filled forward from the previous day and reported", () => {
  const prices = pricesFile(["2025-01-12,94000", "2025-01-15,95000.5"]);
  const more = add({ prices });
  expect(more.cents.slice(-4)).toEqual([9_400_000, 9_400_000, 9_400_000, 9_500_050]);
  expect(more.carriedDays.map(dayText)).toEqual(["2025-01-13", "2025-01-14"]);
});

test("the current day's price is ignored until a later upload", () => {
  const evening = new Date("2025-01-13T23:59:59Z");
  const prices = pricesFile(["2025-01-12,94000", "2025-01-13,95000"]);
  const more = daysBeyond({ ...whole, prices }, inUse, evening);
  expect(more.cents.slice(-2)).toEqual([carried.cents.at(-1), 9_400_000]);
  const today = { ...whole, prices: pricesFile(["2025-01-12,94000"]) };
  const before = new Date("2025-01-12T23:59:59Z");
  expect(() => daysBeyond(today, carried, before)).toThrow("price is only used in later uploads");
});

const changed = (text: string, from: string | RegExp, to: string) => {
  const other = text.replace(from, to);
  if (other === text) throw new Error("nothing was changed");
  return other;
};
/** Changes one digit of a header's nonce, which invalidates its proof of work. */
const withoutWork = (place: number) =>
  headersFile(
    carried.headers.map((hex, at) =>
      at === place ? hex.slice(0, -1) + (hex.endsWith("0") ? "1" : "0") : hex,
    ),
  );
const swapped = (place: number, by: number) =>
  headersFile(carried.headers.map((hex, at) => (at === place ? (carried.headers[by] ?? "") : hex)));

test.each([
  ["a new header without its work", { headers: withoutWork(420) }, "history_header_work", "848736"],
  ["an old header without its work", { headers: withoutWork(99) }, "history_header_work", "201600"],
  [
    "another header in place of an old one",
    { headers: swapped(99, 98) },
    "history_header_changed",
    "201600",
  ],
  ["an easy header among hard ones", { headers: swapped(420, 3) }, "history_header_time", "848736"],
  [
    "a header left out",
    { headers: changed(whole.headers, /848736,.*\n/, "") },
    "history_header_gap",
    "848736",
  ],
  [
    "another time beside a header",
    { headers: changed(whole.headers, "848736,2024-06-20", "848736,2024-06-21") },
    "history_header_columns",
    "848736",
  ],
  ["a line that is no header", { headers: "height\nnothing" }, "history_headers_form", "Line 2"],
  [
    "a price of 0",
    { prices: changed(whole.prices, /2024-02-03,[\d.]+/, "2024-02-03,0.00") },
    "history_price_bounds",
    "2024-02-03",
  ],
  [
    "a price ten times too high",
    { prices: changed(whole.prices, /(2024-02-03,\d+)/, "$10") },
    "history_price_bounds",
    "2024-02-03",
  ],
  [
    "another price for an old day",
    { prices: changed(whole.prices, /2014-02-03,[\d.]+/, "2014-02-03,813.37") },
    "history_price_changed",
    "2014-02-03",
  ],
  [
    "a gap of two weeks",
    { prices: pricesFile(["2025-01-26,94000"]) },
    "history_price_gap",
    "2025-01-12",
  ],
  ["a day twice", { prices: pricesFile(["2025-01-11,94000"]) }, "history_prices_form", "Line"],
  [
    "a day to come",
    { prices: pricesFile(["2025-01-12,94000"]).replace("2025-01-12", "2999-01-12") },
    "history_price_future",
    "2999",
  ],
  [
    "a price that is no number",
    { prices: pricesFile(["2025-01-12,1e9"]) },
    "history_prices_form",
    "Line",
  ],
])("%s is refused by name and place", (_, files, code, place) => {
  expect(() => add(files)).toThrow(expect.objectContaining({ code, status: 422 }));
  expect(() => add(files)).toThrow(place);
});

test("a difficulty change by more than a factor of four is rejected", () => {
  // A header of difficulty 1 from the early chain. Its only fault is the size of the difficulty
  // change.
  const [first = ""] = carried.headers;
  const jump = [first, carried.headers[60] ?? ""];
  const base = { ...inUse, headers: [first] };
  expect(() => add({ headers: headersFile(jump) }, base)).toThrow(
    expect.objectContaining({ code: "history_header_change" }),
  );
});

test("files that end no later than the series add nothing", () => {
  expect(() => add({}, carried)).toThrow(expect.objectContaining({ code: "history_nothing_new" }));
  const short = headersFile(carried.headers.slice(0, 300));
  expect(() => add({ headers: short })).toThrow(
    expect.objectContaining({ code: "history_shorter" }),
  );
});
