/** Tests which lines a price file may have, and that a refusal names the first invalid line. */
import { describe, expect, test } from "vitest";
import { instrumentNamed } from "../instruments/instruments.ts";
import { PriceFileFault } from "./price-file-fault.ts";
import { priceFileReader } from "./price-file-reader.ts";

const LINES_MAX = 20_000;
const TICKS = "time,bid,ask";
const M1 = "time,o,h,l,c,spread";
const GOOD = "2015-01-15T09:30:00Z,1.1684,1.1685";
const CANDLE = "2015-01-15T09:30:00Z,1.1,1.1,1.1,1.1,1";

function read(lines: Iterable<string>, timeZone?: string) {
  const quotes: (readonly [string, number, number])[] = [];
  const instrument = instrumentNamed("EUR_USD");
  if (!instrument) throw new Error("no EUR/USD");
  const reader = priceFileReader({
    instrument,
    timeZone,
    linesMax: LINES_MAX,
    onQuote: (timeMs, bid, ask) =>
      quotes.push([new Date(timeMs).toISOString().slice(5, 19), bid, ask]),
  });
  for (const line of lines) reader.line(line);
  return { ...reader.end(), quotes };
}

function faultOf(lines: Iterable<string>, timeZone?: string): Readonly<Record<string, string>> {
  try {
    read(lines, timeZone);
  } catch (error) {
    if (error instanceof PriceFileFault) return { code: error.code, ...error.values };
    throw error;
  }
  throw new Error("the file was read");
}

describe("valid files", () => {
  test("a candle is replayed as open, nearer extreme, other extreme and close", () => {
    const { quotes, kind, lines } = read([
      M1,
      "2015-01-15T09:30:00Z,1.10000,1.10050,1.09990,1.10020,1.2",
      "2015-01-15T09:31:00Z,1.10000,1.10010,1.09950,1.09960,0",
    ]);
    expect([kind, lines]).toEqual(["M1", 2]);
    expect(quotes).toEqual([
      ["01-15T09:30:00", 1_100_000, 1_100_120],
      ["01-15T09:30:15", 1_099_900, 1_100_020],
      ["01-15T09:30:30", 1_100_500, 1_100_620],
      ["01-15T09:30:45", 1_100_200, 1_100_320],
      ["01-15T09:31:00", 1_100_000, 1_100_000],
      ["01-15T09:31:15", 1_100_100, 1_100_100],
      ["01-15T09:31:30", 1_099_500, 1_099_500],
      ["01-15T09:31:45", 1_099_600, 1_099_600],
    ]);
  });

  test("of two lines with the same time, the last one is replayed", () => {
    const result = read([
      TICKS,
      GOOD,
      "2015-01-15T09:31:00Z,1.1600,1.1601",
      "2015-01-15T09:31:00Z,1.1700,1.1701",
    ]);
    expect(result).toMatchObject({ lines: 2, replacedLines: 1 });
    expect(result.quotes[1]).toEqual(["01-15T09:31:00", 1_170_000, 1_170_100]);
  });

  test("lines in closed hours are skipped and counted", () => {
    // Friday 22:00 UTC to Sunday 22:00 UTC in January.
    const result = read(
      [
        TICKS,
        "2015-01-16T21:59:00Z,1.16,1.1601",
        "2015-01-16T22:00:00Z,1.16,1.1601",
        "2015-01-17T12:00:00Z,x",
        "2015-01-18T21:59:59Z,1.16,1.1601",
        "2015-01-18T22:00:00Z,1.16,1.1601",
      ].map((line) => line.replace("Z,x", "Z,0,0")),
    );
    expect(result).toMatchObject({ lines: 2, closedLines: 3 });
  });

  test("blank lines and the last line break are ignored", () => {
    expect(read([TICKS, "", GOOD, "  ", "2015-01-15T09:31:00Z,1.1684,1.1685", ""]).lines).toBe(2);
  });

  test("an offset in the time is converted to UTC", () => {
    const { quotes, timeZone } = read([
      TICKS,
      "2015-01-15T10:30:00+01:00,1.1684,1.1685",
      "2015-01-15T09:31:00Z,1.1684,1.1685",
    ]);
    expect(timeZone).toBeNull();
    expect(quotes[0]?.[0]).toBe("01-15T09:30:00");
  });
});

describe("changes of the clocks", () => {
  const ticks = (times: readonly string[], timeZone: string) =>
    read(
      ["<DATE>\t<TIME>\t<BID>\t<ASK>", ...times.map((one) => `${one}\t1.1\t1.1001`)],
      timeZone,
    ).quotes.map(([time]) => time);

  test("servers on New York time plus seven hours change with New York", () => {
    // On 12 March 2024, New York has daylight saving time, and Athens does not.
    const times = ["2024.03.08\t10:00:00", "2024.03.12\t10:00:00", "2024.04.02\t10:00:00"];
    expect(ticks(times, "America/New_York+7")).toEqual([
      "03-08T08:00:00",
      "03-12T07:00:00",
      "04-02T07:00:00",
    ]);
    expect(ticks(times, "Europe/Athens")).toEqual([
      "03-08T08:00:00",
      "03-12T08:00:00",
      "04-02T07:00:00",
    ]);
  });

  // Egypt and Israel change their clocks while the market is open: on Friday 26 April 2024 at
  // midnight, and on Friday 29 March 2024 at 2:00.
  test("a local time that occurs twice is first the earlier, then the later time", () => {
    // At midnight on 1 November 2024, Cairo's clocks go back to 23:00 on 31 October.
    const times = [
      "2024.10.31\t22:59:00",
      "2024.10.31\t23:30:00",
      "2024.10.31\t23:59:00",
      "2024.10.31\t23:30:00",
      "2024.11.01\t00:00:00",
    ];
    expect(ticks(times, "Africa/Cairo")).toEqual([
      "10-31T19:59:00",
      "10-31T20:30:00",
      "10-31T20:59:00",
      "10-31T21:30:00",
      "10-31T22:00:00",
    ]);
  });

  test("a local time that the clocks skip on a weekend is in closed hours", () => {
    const lines = [
      "<DATE>\t<TIME>\t<BID>\t<ASK>",
      "2024.03.08\t10:00:00\t1.1\t1.1001",
      "2024.03.10\t09:30:00\t1.1\t1.1001",
      "2024.03.11\t10:00:00\t1.1\t1.1001",
    ];
    expect(read(lines, "America/New_York+7")).toMatchObject({ lines: 2, closedLines: 1 });
  });

  test("a tick within a second is converted on the day of a change", () => {
    const times = ["2024.10.31\t22:59:00.250", "2024.10.31\t23:30:00.750"];
    expect(ticks(times, "Africa/Cairo")).toEqual(["10-31T19:59:00", "10-31T20:30:00"]);
  });

  test("a local time that the clocks skip is refused", () => {
    const lines = [
      "<DATE>\t<TIME>\t<BID>\t<ASK>",
      "2024.03.29\t01:59:00\t1.1\t1.1001",
      "2024.03.29\t02:30:00\t1.1\t1.1001",
    ];
    expect(faultOf(lines, "Asia/Jerusalem")).toMatchObject({
      code: "prices_missing_time",
      line: "3",
      timeZone: "Asia/Jerusalem",
    });
  });
});

describe("invalid files", () => {
  test.each([
    ["prices_head", ["Date,Bid,Offer"]],
    ["prices_head", []],
    ["prices_head", ["x".repeat(5_000)]],
    ["prices_empty", [TICKS, ""]],
    ["prices_closed", [TICKS, "2015-01-17T09:30:00Z,1.1684,1.1685"]],
    ["prices_short", [TICKS, GOOD]],
    ["prices_too_long", [TICKS, ...Array.from({ length: LINES_MAX + 200 }, () => "")]],
    ["prices_too_long", [TICKS, ...Array.from({ length: LINES_MAX + 1 }, () => GOOD)]],
  ])("%s", (code, lines) => {
    expect(faultOf(lines)["code"]).toBe(code);
  });

  test.each([
    ["prices_line", TICKS, "2015-01-15T09:31:00Z,1.1684"],
    ["prices_line", TICKS, "2015-01-15T09:31:00Z,1.1684,1.1685,7"],
    ["prices_line", TICKS, `2015-01-15T09:31:00Z,1.1684,${"1".repeat(5_000)}`],
    ["prices_time", TICKS, "15.01.2015 09:31,1.1684,1.1685"],
    ["prices_time", TICKS, "2015-02-31T09:31:00Z,1.1684,1.1685"],
    ["prices_time", TICKS, "2015-01-15T24:00:00Z,1.1684,1.1685"],
    ["prices_time", TICKS, "1998-12-31T09:31:00Z,1.1684,1.1685"],
    ["prices_time", TICKS, "\u0000,1.1684,1.1685"],
    ["prices_time", M1, "2015-01-15T09:31:10Z,1.1,1.1,1.1,1.1,1"],
    ["prices_order", TICKS, "2015-01-15T09:29:59Z,1.1684,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,0,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,-1.1684,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,1e5,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,1.168401,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,1.,1.1685"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,99999999,99999999"],
    ["prices_price", TICKS, "2015-01-15T09:31:00Z,=1+1,1.1685"],
    ["prices_crossed", TICKS, "2015-01-15T09:31:00Z,1.1686,1.1685"],
    ["prices_candle", M1, "2015-01-15T09:31:00Z,1.1,1.0999,1.0998,1.0999,1"],
    ["prices_spread", M1, "2015-01-15T09:31:00Z,1.1,1.1,1.1,1.1,-1"],
    ["prices_spread", M1, "2015-01-15T09:31:00Z,1.1,1.1,1.1,1.1,1.25"],
    ["prices_jump", TICKS, "2015-01-15T09:31:00Z,11.684,11.685"],
    ["prices_jump", TICKS, "2015-01-15T09:31:00Z,0.8,0.8001"],
  ])("%s: %s / %s", (code, head, line) => {
    const good = head === M1 ? CANDLE : GOOD;
    const invalid = faultOf([head, good, line, "2015-01-15T09:40:00Z,x"]);
    expect(invalid).toMatchObject({ code, line: "3", more: " Also wrong: line 4." });
  });

  test("a candle that begins within the previous candle is refused", () => {
    const lines = Array.from(
      { length: 150 },
      (_, at) =>
        `2015-01-15T${10 + Math.floor(at / 12)}:${String((at % 12) * 5).padStart(2, "0")}:00Z,1.1,1.1,1.1,1.1,1`,
    ).slice(0, 120);
    lines.push("2015-01-15T20:01:00Z,1.1,1.1,1.1,1.1,1");
    expect(faultOf([M1, ...lines])).toMatchObject({ code: "prices_step", line: "122" });
  });

  test("at most ten invalid lines are reported", () => {
    expect(faultOf([TICKS, ...Array.from({ length: 5_000 }, () => "x")])["more"]).toBe(
      " Also wrong: line 3, 4, 5, 6, 7, 8, 9, 10, 11 and more.",
    );
  });
});
