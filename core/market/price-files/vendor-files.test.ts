/** Tests that each vendor's files are recognised, with lines as the vendors write them. */
import { describe, expect, test } from "vitest";
import { instrumentNamed } from "../instruments/instruments.ts";
import { PRICE_FORMATS } from "./formats.ts";
import { PriceFileFault } from "./price-file-fault.ts";
import { priceFileReader } from "./price-file-reader.ts";
import { recogniseFormat } from "./recognise-format.ts";

interface Options {
  readonly pair?: string;
  readonly timeZone?: string;
}

/** Reads a file, and returns its quotes as time, bid and ask in int32 units. */
function read(lines: readonly string[], { pair = "EUR_USD", timeZone }: Options = {}) {
  const instrument = instrumentNamed(pair);
  if (!instrument) throw new Error(`no ${pair}`);
  const quotes: (readonly [time: string, bid: number, ask: number])[] = [];
  const reader = priceFileReader({
    instrument,
    timeZone,
    linesMax: 1_000,
    onQuote: (timeMs, bid, ask) =>
      quotes.push([new Date(timeMs).toISOString().slice(0, 23), bid, ask]),
  });
  for (const line of lines) reader.line(line);
  return { ...reader.end(), quotes };
}

function faultOf(lines: readonly string[], options?: Options) {
  try {
    read(lines, options);
  } catch (error) {
    if (error instanceof PriceFileFault) return { code: error.code, ...error.values };
    throw error;
  }
  throw new Error("the file was read");
}

/** Sample of each format, and its first quote in UTC. */
const SAMPLES: Readonly<
  Record<
    string,
    Options & {
      readonly lines: readonly string[];
      readonly first: readonly [string, number, number];
    }
  >
> = {
  "MetaTrader 5 ticks": {
    lines: [
      "<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>",
      "2024.01.02\t00:05:00.123\t1.10427\t1.10435\t\t\t6",
      "2024.01.02\t00:05:30.500\t1.10428\t\t\t\t2",
      "2024.01.02\t00:06:10.000\t\t1.10436\t\t\t4",
    ],
    timeZone: "America/New_York+7",
    first: ["2024-01-01T22:05:00.123", 1_104_270, 1_104_350],
  },
  "MetaTrader 5 bars": {
    lines: [
      "<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>",
      "2024.07.02\t10:00:00\t1.07410\t1.07420\t1.07400\t1.07415\t412\t0\t12",
      "2024.07.02\t10:01:00\t1.07415\t1.07421\t1.07410\t1.07411\t380\t0\t9",
    ],
    timeZone: "America/New_York+7",
    first: ["2024-07-02T07:00:00.000", 1_074_100, 1_074_220],
  },
  "MetaTrader 4 history": {
    lines: [
      "2012.02.01,10:00,1.30660,1.30660,1.30656,1.30656,52",
      "2012.02.01,10:01,1.30657,1.30657,1.30647,1.30656,61",
    ],
    timeZone: "Europe/Athens",
    first: ["2012-02-01T08:00:00.000", 1_306_600, 1_306_690],
  },
  "HistData MetaTrader bars": {
    lines: [
      "2012.02.01,00:00,1.306600,1.306600,1.306560,1.306560,0",
      "2012.02.01,00:01,1.306570,1.306570,1.306470,1.306560,0",
    ],
    first: ["2012-02-01T05:00:00.000", 1_306_600, 1_306_690],
  },
  "HistData ASCII bars": {
    lines: [
      "20120801 000000;1.306600;1.306600;1.306560;1.306560;0",
      "20120801 000100;1.306570;1.306570;1.306470;1.306560;0",
    ],
    first: ["2012-08-01T05:00:00.000", 1_306_600, 1_306_690],
  },
  "HistData ASCII ticks": {
    lines: [
      "20120201 000003660,1.306600,1.306770,0",
      "20120201 000003973,1.306580,1.306750,0",
      "20120201 000105003,1.306590,1.306760,0",
    ],
    first: ["2012-02-01T05:00:03.660", 1_306_600, 1_306_770],
  },
  "HistData MetaStock bars": {
    lines: [
      "EURUSD,201202010000,1.306600,1.306600,1.306560,1.306560,0",
      "EURUSD,201202010001,1.306570,1.306570,1.306470,1.306560,0",
    ],
    first: ["2012-02-01T05:00:00.000", 1_306_600, 1_306_690],
  },
  "HistData Excel bars, saved as CSV": {
    lines: [
      "2012-02-01 00:00;1,3066;1,3066;1,30656;1,30656;0",
      "2012-02-01 00:01;1,30657;1,30657;1,30647;1,30656;0",
    ],
    first: ["2012-02-01T05:00:00.000", 1_306_600, 1_306_690],
  },
  "Dukascopy ticks": {
    lines: [
      "Gmt time,Ask,Bid,AskVolume,BidVolume",
      "15.01.2024 10:30:00.123,1.08503,1.08500,1.5,1.5",
      "15.01.2024 10:31:00.201,1.08504,1.08501,0.75,0.9",
    ],
    first: ["2024-01-15T10:30:00.123", 1_085_000, 1_085_030],
  },
  "Dukascopy ticks in local time": {
    lines: [
      "Local time,Ask,Bid,AskVolume,BidVolume",
      "01.12.2017 00:00:00.192 GMT+0100,1.19042,1.19040,1,1",
      "01.12.2017 00:01:00.192 GMT+0100,1.19043,1.19040,1,1",
    ],
    first: ["2017-11-30T23:00:00.192", 1_190_400, 1_190_420],
  },
  "Dukascopy candles": {
    lines: [
      "Gmt time,Open,High,Low,Close,Volume",
      "01.02.2023 22:00:00.000,1.09870,1.09890,1.09860,1.09880,192.34",
      "01.02.2023 22:01:00.000,1.09880,1.09885,1.09870,1.09872,88.1",
    ],
    first: ["2023-02-01T22:00:00.000", 1_098_700, 1_098_790],
  },
  "Dukascopy candles in local time": {
    lines: [
      "Local time,Open,High,Low,Close,Volume",
      "16.01.2018 00:00:00.000 GMT+0700,1.20137,1.20158,1.20026,1.20106,185.930",
      "16.01.2018 01:00:00.000 GMT+0700,1.20105,1.20177,1.20092,1.20160,862.529",
    ],
    first: ["2018-01-15T17:00:00.000", 1_201_370, 1_201_460],
  },
  "Dukascopy ticks of dukascopy-node": {
    lines: [
      "timestamp,askPrice,bidPrice,askVolume,bidVolume",
      "1735815600455,1.03524,1.03512,0.9,0.9",
      "1735815660557,1.0352500000000001,1.03512,0.9,0.9",
    ],
    first: ["2025-01-02T11:00:00.455", 1_035_120, 1_035_240],
  },
  "Dukascopy ticks of duka": {
    lines: [
      "time,ask,bid,ask_volume,bid_volume",
      "2017-01-02 22:00:20.786,1.05236,1.05148,0.75,0.75",
      "2017-01-02 22:01:36.636,1.05236,1.05153,0.75,1.50",
    ],
    first: ["2017-01-02T22:00:20.786", 1_051_480, 1_052_360],
  },
  "TrueFX ticks": {
    lines: [
      "EUR/USD,20160502 00:00:00.959,1.14601,1.14605",
      "EUR/USD,20160502 00:01:01.018,1.14599,1.14604",
    ],
    first: ["2016-05-02T00:00:00.959", 1_146_010, 1_146_050],
  },
  "FXCM ticks": {
    lines: [
      "DateTime,Bid,Ask",
      "01/06/2020 08:00:00.250,1.1161,1.11632",
      "01/06/2020 08:01:00.500,1.11611,1.11633",
    ],
    first: ["2020-01-06T08:00:00.250", 1_116_100, 1_116_320],
  },
  "FXCM candles": {
    lines: [
      "DateTime,BidOpen,BidHigh,BidLow,BidClose,AskOpen,AskHigh,AskLow,AskClose",
      "01/06/2020 08:00:00.000,1.11580,1.11616,1.11548,1.11592,1.11610,1.11630,1.11564,1.11608",
      "01/06/2020 08:01:00.000,1.11592,1.11620,1.11572,1.11610,1.11608,1.11640,1.11588,1.11628",
    ],
    first: ["2020-01-06T08:00:00.000", 1_115_800, 1_116_100],
  },
  "Stooq bars": {
    lines: [
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
      "EURUSD,5,20260603,154500,1.14221,1.14236,1.14191,1.14195,0,0",
      "EURUSD,5,20260603,155000,1.14175,1.14200,1.14175,1.14184,0,0",
    ],
    timeZone: "Europe/Warsaw",
    first: ["2026-06-03T13:45:00.000", 1_142_210, 1_142_300],
  },
  "Stooq bars of the website": {
    lines: [
      "Data,Czas,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen",
      "2024-01-15,09:00:00,1.09410,1.09450,1.09390,1.09430,0",
      "2024-01-15,10:00:00,1.09430,1.09440,1.09350,1.09360,0",
    ],
    timeZone: "Europe/Warsaw",
    first: ["2024-01-15T08:00:00.000", 1_094_100, 1_094_190],
  },
  "TradingView chart data": {
    lines: [
      "time,open,high,low,close,Volume,MA,Upper",
      "1710108000,1.09310,1.09340,1.09300,1.09320,1200,1.0931,",
      "1710108300,1.09320,1.09330,1.09310,1.09312,900,1.0931,1.094",
    ],
    first: ["2024-03-10T22:00:00.000", 1_093_100, 1_093_190],
  },
  "ticks as time,bid,ask": {
    lines: [
      '"time", "bid", "ask"',
      '"2015-01-15 09:30:00+00:00","1.168400","1.1685"',
      "2015-01-15T09:31:00.250000Z,1.1684,1.1685",
    ],
    first: ["2015-01-15T09:30:00.000", 1_168_400, 1_168_500],
  },
  "candles as time,o,h,l,c,spread": {
    lines: [
      "time,o,h,l,c,spread",
      "2015-01-15T09:30:00Z,1.1,1.1005,1.0999,1.1002,1.2",
      "2015-01-15T09:31:00Z,1.1,1.1001,1.0995,1.0996,0",
    ],
    first: ["2015-01-15T09:30:00.000", 1_100_000, 1_100_120],
  },
  "candles as time,o,h,l,c": {
    lines: ["time,o,h,l,c", "2015-01-15T09:30,1.1,1.1,1.1,1.1", "2015-01-15T09:31,1.1,1.1,1.1,1.1"],
    first: ["2015-01-15T09:30:00.000", 1_100_000, 1_100_090],
  },
};

test.each(Object.entries(SAMPLES))("a file of %s is recognised", (name, sample) => {
  const { lines, first } = sample;
  const { format, quotes } = read(lines, sample);
  expect(format).toBe(name);
  expect(quotes[0]).toEqual(first);
  // Windows line ends, a byte order mark and quoted cells change nothing.
  const delimiter = /[,;\t]/.exec(lines.at(-1) ?? "")?.[0] ?? ",";
  const disguised = lines.map((line, at) => {
    const quoted = line.includes('"')
      ? line
      : line
          .split(delimiter)
          .map((cell) => `"${cell}"`)
          .join(delimiter);
    return `${at === 0 ? "\uFEFF" : ""}${quoted}\r`;
  });
  expect(read(disguised, sample)).toEqual(read(lines, sample));
});

test("every format has a sample", () => {
  expect(new Set(PRICE_FORMATS.map(({ name }) => name))).toEqual(new Set(Object.keys(SAMPLES)));
});

test.each([
  ["MetaTrader 5 ticks", "America/New_York+7"],
  ["MetaTrader 5 bars", "America/New_York+7"],
  ["MetaTrader 4 history", "America/New_York+7"],
  ["Stooq bars", "Europe/Warsaw"],
])("the time zone of %s must be given", (name, usual) => {
  const lines = SAMPLES[name]?.lines ?? [];
  expect(faultOf(lines)).toEqual({ code: "time_zone_missing", format: name, usual });
  expect(faultOf(lines, { timeZone: "Europe/Atlantis" })).toMatchObject({
    code: "time_zone_unknown",
  });
});

test("a tick without a bid or an ask keeps the previous price", () => {
  const sample = SAMPLES["MetaTrader 5 ticks"];
  expect(read(sample?.lines ?? [], sample).quotes.map(([, ...prices]) => prices)).toEqual([
    [1_104_270, 1_104_350],
    [1_104_280, 1_104_350],
    [1_104_280, 1_104_360],
  ]);
});

test("five-minute candles play their prices a quarter of five minutes each", () => {
  const sample = SAMPLES["Stooq bars"];
  const { kind, quotes, isSpreadAssumed } = read(sample?.lines ?? [], sample);
  expect(kind).toBe("M5");
  expect(isSpreadAssumed).toBe(true);
  expect(quotes.slice(0, 4).map(([time]) => time.slice(14, 19))).toEqual([
    "45:00",
    "46:15",
    "47:30",
    "48:45",
  ]);
});

test("candles with bids and asks play both", () => {
  const { quotes, isSpreadAssumed } = read(SAMPLES["FXCM candles"]?.lines ?? []);
  expect(isSpreadAssumed).toBe(false);
  // The low is nearer to the open than the high.
  expect(quotes.slice(0, 4).map(([, ...prices]) => prices)).toEqual([
    [1_115_800, 1_116_100],
    [1_115_480, 1_115_640],
    [1_116_160, 1_116_300],
    [1_115_920, 1_116_080],
  ]);
});

describe("unknown files", () => {
  test.each([
    ["Date;Time;Open;High;Low;Close;Volume", "MetaTrader 4 history"],
    ["Gmt time;Ask;Bid", "Dukascopy ticks"],
    ["timestamp,askPrice,bidSize", "Dukascopy ticks of dukascopy-node"],
    ["a,b,c", undefined],
    ["", undefined],
  ])("%s looks most like %s", (head, name) => {
    const recognised = recogniseFormat([head, "1,2,3"]);
    expect("nearest" in recognised && recognised.nearest?.name).toBe(name);
  });

  test("the refusal names the nearest format", () => {
    expect(faultOf(["Gmt time;Ask;Bid", "15.01.2024 10:30:00.123;1.1;1.1"])).toEqual({
      code: "prices_head",
      nearest:
        " The file looks most like Dukascopy ticks, whose first line begins with gmt time, ask, bid.",
    });
  });

  test("candles longer than an hour are refused", () => {
    const lines = ["2012.02.01,00:00,1.3,1.3,1.3,1.3,9", "2012.02.02,00:00,1.3,1.3,1.3,1.3,9"];
    expect(faultOf(lines, { timeZone: "UTC" }).code).toBe("prices_coarse");
  });

  test("a file of another pair is refused", () => {
    expect(faultOf(SAMPLES["TrueFX ticks"]?.lines ?? [], { pair: "GBP_USD" })).toMatchObject({
      code: "prices_symbol",
      line: "1",
      instrument: "GBP/USD",
    });
  });
});
