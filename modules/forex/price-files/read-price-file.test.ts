import { instrumentNamed, type Instrument } from "#market";
import { Refusal } from "#platform";
import { describe, expect, test } from "vitest";
import { packQuotes, unpackQuotes } from "./packed-quotes.ts";
import { PRICE_LINES_MAX, readPriceFile, type PriceFile } from "./read-price-file.ts";

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const EUR_USD = named("EUR_USD");
const TICKS = "time,bid,ask";
const M1 = "time,o,h,l,c,spread";
const file = (...lines: string[]) => readPriceFile(lines.join("\n"), EUR_USD);
const GOOD = "2015-01-15T09:30:00Z,1.16840,1.16850";

const rowsOf = ({ quotes: { times, bids, asks } }: PriceFile) =>
  Array.from(times, (timeMs, at) => [
    new Date(timeMs).toISOString().slice(11, 23),
    bids[at],
    asks[at],
  ]);

describe("parsing a price file", () => {
  test("ticks may have different time formats and Windows line endings", async () => {
    const text = `\uFEFF${TICKS}\r\n2015-01-15 09:30,1.1684,1.1685\r\n2015-01-15T09:31:00.250Z,1.16841,1.16841\r\n`;
    const read = await readPriceFile(text, EUR_USD);
    expect(read).toMatchObject({ kind: "TICKS", lines: 2 });
    expect(rowsOf(read)).toEqual([
      ["09:30:00.000", 1_168_400, 1_168_500],
      ["09:31:00.250", 1_168_410, 1_168_410],
    ]);
  });

  test("a one-minute candle is replayed as open, nearer extreme, other extreme and close", async () => {
    const read = await file(
      M1,
      "2015-01-15T09:30:00Z,1.10000,1.10050,1.09990,1.10020,1.2",
      "2015-01-15T09:31:00Z,1.10000,1.10010,1.09950,1.09960,0",
    );
    expect(rowsOf(read)).toEqual([
      ["09:30:00.000", 1_100_000, 1_100_120],
      ["09:30:15.000", 1_099_900, 1_100_020],
      ["09:30:30.000", 1_100_500, 1_100_620],
      ["09:30:45.000", 1_100_200, 1_100_320],
      ["09:31:00.000", 1_100_000, 1_100_000],
      ["09:31:15.000", 1_100_100, 1_100_100],
      ["09:31:30.000", 1_099_500, 1_099_500],
      ["09:31:45.000", 1_099_600, 1_099_600],
    ]);
  });

  test("prices without a spread get the pair's lowest spread", async () => {
    const { quotes } = await readPriceFile(
      "time,o,h,l,c\n2015-01-15T09:30Z,1.1,1.1,1.1,1.1\n2015-01-15T09:31Z,1.1,1.1,1.1,1.1",
      EUR_USD,
    );
    expect((quotes.asks[0] ?? 0) - (quotes.bids[0] ?? 0)).toBe(90);
    expect(await unpackQuotes(await packQuotes(quotes))).toEqual(quotes);
  });
});

async function refused(text: string): Promise<{ code: string; detail: string }> {
  try {
    await readPriceFile(text, EUR_USD);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, detail: error.text };
    throw error;
  }
  throw new Error("it was taken");
}

describe("refusals of invalid files", () => {
  test.each([
    ["prices_head", ""],
    ["prices_head", "Date,Bid,Ask\n"],
    ["prices_empty", `${TICKS}\n`],
    ["prices_short", `${TICKS}\n${GOOD}`],
    ["prices_too_long", `${TICKS}\n${`${GOOD}\n`.repeat(PRICE_LINES_MAX + 1)}`],
  ])("%s", async (code, text) => {
    expect((await refused(text)).code).toBe(code);
  });

  test.each([
    ["prices_line", TICKS, "2015-01-15T09:31:00Z,1.1684"],
    ["prices_line", TICKS, "2015-01-15T09:31:00Z,1.1684,1.1685,7"],
    ["prices_line", TICKS, `2015-01-15T09:31:00Z,1.1684,${"1".repeat(200)}`],
    ["prices_line", TICKS, ""],
    ["prices_time", TICKS, "15.01.2015 09:31,1.1684,1.1685"],
    ["prices_time", TICKS, "2015-02-31T09:31:00Z,1.1684,1.1685"],
    ["prices_time", TICKS, "2015-01-15T24:00:00Z,1.1684,1.1685"],
    ["prices_time", TICKS, "2015-01-15T09:31:00+01:00,1.1684,1.1685"],
    ["prices_time", TICKS, "1998-12-31T09:31:00Z,1.1684,1.1685"],
    ["prices_time", M1, "2015-01-15T09:31:10Z,1.1,1.1,1.1,1.1,1"],
    ["prices_order", TICKS, "2015-01-15T09:30:00Z,1.1684,1.1685"],
    ["prices_closed", TICKS, "2015-01-17T09:30:00Z,1.1684,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,0,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,-1.1684,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,1e5,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,1.168401,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,=1+1,1.1685"],
    ["prices_crossed", TICKS, "2015-01-15T09:31:00Z,1.1686,1.1685"],
    ["prices_candle", M1, "2015-01-15T09:31:00Z,1.1,1.0999,1.0998,1.0999,1"],
    ["prices_spread", M1, "2015-01-15T09:31:00Z,1.1,1.1,1.1,1.1,-1"],
    ["prices_spread", M1, "2015-01-15T09:31:00Z,1.1,1.1,1.1,1.1,1.25"],
    ["prices_jump", TICKS, "2015-01-15T09:31:00Z,11.684,11.685"],
    ["prices_jump", TICKS, "2015-01-15T09:31:00Z,0.8,0.8001"],
  ])("%s: %s / %s", async (code, head, line) => {
    const good = head === M1 ? "2015-01-15T09:30:00Z,1.1,1.1,1.1,1.1,1" : GOOD;
    const wrong = await refused([head, good, line, "2015-01-15T09:40:00Z,x"].join("\n"));
    expect(wrong).toMatchObject({ code, detail: expect.stringMatching(/\bline 3\b/i) });
    expect(wrong.detail).toContain(" Also wrong: line 4.");
  });

  test("at most ten invalid lines are reported", async () => {
    const { detail } = await refused(
      [TICKS, ...Array.from({ length: 5_000 }, () => "x")].join("\n"),
    );
    expect(detail).toBe(
      "Line 2 does not have the columns of line 1: time,bid,ask. Also wrong: line 3, 4, 5, 6, 7, 8, 9, 10, 11 and more.",
    );
  });
});
