/**
 * The file formats of price vendors: how the first lines look, the columns, the form of the times,
 * and the time zone. The first matching row of the table wins. docs/forex.md names the sources.
 */

/** Meaning of a column. Columns that are not named are ignored. */
export type Column =
  | "symbol"
  | "date"
  | "time"
  | "bid"
  | "ask"
  | "open"
  | "high"
  | "low"
  | "close"
  | "askOpen"
  | "askHigh"
  | "askLow"
  | "askClose"
  | "spread";

/**
 * Form of a time: `ymd` is 2024-01-31 or 2024.01.31, `dmy` is 31.01.2024, `mdy` is 01/31/2024,
 * `compact` is 20240131, and `epoch` is seconds or milliseconds since 1970.
 */
export type TimeForm = "ymd" | "dmy" | "mdy" | "compact" | "epoch";

/** Time of New York plus seven hours: the clock of most MetaTrader servers. */
export const SERVER_ZONE = "America/New_York+7";
/** Eastern Standard Time without daylight saving. The sign of `Etc` zones is reversed. */
const EST = "Etc/GMT+5";

export interface PriceFormat {
  readonly name: string;
  readonly delimiter: "," | ";" | "\t";
  readonly decimal: "." | ",";
  /**
   * Names of the first columns in lower case, without angle brackets. `|` separates alternatives.
   * Undefined if the files have no header.
   */
  readonly header?: readonly string[];
  /** Columns by position. An empty name is ignored. */
  readonly columns: readonly (Column | "")[];
  /** Form of a line with prices. */
  readonly row: RegExp;
  readonly timeForm: TimeForm;
  /** Time zone of times that do not contain their own. */
  readonly zone: { readonly known: string } | { readonly usual: string };
  /** Unit of the spread column. A point is a tenth of a pip. */
  readonly spreadUnit?: "pip" | "point";
}

const UTC = { known: "UTC" } as const;
const SERVER = { usual: SERVER_ZONE } as const;
const OHLC = ["open", "high", "low", "close"] as const;
const ASKS = ["askOpen", "askHigh", "askLow", "askClose"] as const;

const COMMA = { delimiter: ",", decimal: "." } as const;
const SEMICOLON = { delimiter: ";", decimal: "." } as const;
const TAB = { delimiter: "\t", decimal: "." } as const;

const YMD = /^\d{4}[-./]\d{2}[-./]\d{2}/;
const DMY = /^\d{2}\.\d{2}\.\d{4} /;
const MDY = /^\d{2}\/\d{2}\/\d{4} /;
const EPOCH = /^\d{9,13}[,;]/;

export const PRICE_FORMATS: readonly PriceFormat[] = [
  {
    name: "MetaTrader 5 ticks",
    ...TAB,
    header: ["date", "time", "bid", "ask"],
    columns: ["date", "time", "bid", "ask"],
    row: YMD,
    timeForm: "ymd",
    zone: SERVER,
  },
  {
    name: "MetaTrader 5 bars",
    ...TAB,
    header: ["date", "time", ...OHLC, "tickvol", "vol", "spread"],
    columns: ["date", "time", ...OHLC, "", "", "spread"],
    row: YMD,
    timeForm: "ymd",
    zone: SERVER,
    spreadUnit: "point",
  },
  {
    name: "HistData MetaTrader bars",
    ...COMMA,
    columns: ["date", "time", ...OHLC],
    // Unlike MetaTrader 4, HistData writes six decimals and no volume.
    row: /^\d{4}\.\d{2}\.\d{2},\d{2}:\d{2},(?:\d+\.\d{6},){4}0$/,
    timeForm: "ymd",
    zone: { known: EST },
  },
  {
    name: "MetaTrader 4 history",
    ...COMMA,
    columns: ["date", "time", ...OHLC],
    row: /^\d{4}\.\d{2}\.\d{2},\d{2}:\d{2},/,
    timeForm: "ymd",
    zone: SERVER,
  },
  {
    name: "MetaTrader 4 history",
    ...COMMA,
    header: ["date", "time", ...OHLC],
    columns: ["date", "time", ...OHLC],
    row: /^\d{4}\.\d{2}\.\d{2},\d{2}:\d{2}/,
    timeForm: "ymd",
    zone: SERVER,
  },
  {
    name: "HistData ASCII bars",
    ...SEMICOLON,
    columns: ["time", ...OHLC],
    row: /^\d{8} \d{6};(?:\d+\.\d+;){4}/,
    timeForm: "compact",
    zone: { known: EST },
  },
  {
    name: "HistData ASCII ticks",
    ...COMMA,
    columns: ["time", "bid", "ask"],
    row: /^\d{8} \d{9},/,
    timeForm: "compact",
    zone: { known: EST },
  },
  {
    name: "HistData MetaStock bars",
    ...COMMA,
    columns: ["symbol", "time", ...OHLC],
    row: /^[A-Z]{6},\d{12},/,
    timeForm: "compact",
    zone: { known: EST },
  },
  {
    name: "HistData Excel bars, saved as CSV",
    delimiter: ";",
    decimal: ",",
    columns: ["time", ...OHLC],
    row: /^\d{4}[-./]\d{2}[-./]\d{2} \d{1,2}:\d{2}(?::\d{2})?;\d+,\d+;/,
    timeForm: "ymd",
    zone: { known: EST },
  },
  {
    name: "Dukascopy ticks",
    ...COMMA,
    header: ["gmt time|time (utc)", "ask", "bid"],
    columns: ["time", "ask", "bid"],
    row: DMY,
    timeForm: "dmy",
    zone: UTC,
  },
  {
    name: "Dukascopy ticks in local time",
    ...COMMA,
    header: ["local time|time (eet)", "ask", "bid"],
    columns: ["time", "ask", "bid"],
    row: DMY,
    timeForm: "dmy",
    zone: { usual: "Europe/Athens" },
  },
  {
    name: "Dukascopy candles",
    ...COMMA,
    header: ["gmt time|time (utc)", ...OHLC],
    columns: ["time", ...OHLC],
    row: DMY,
    timeForm: "dmy",
    zone: UTC,
  },
  {
    name: "Dukascopy candles in local time",
    ...COMMA,
    header: ["local time|time (eet)", ...OHLC],
    columns: ["time", ...OHLC],
    row: DMY,
    timeForm: "dmy",
    zone: { usual: "Europe/Athens" },
  },
  {
    name: "Dukascopy ticks of dukascopy-node",
    ...COMMA,
    header: ["timestamp", "askprice", "bidprice"],
    columns: ["time", "ask", "bid"],
    row: EPOCH,
    timeForm: "epoch",
    zone: UTC,
  },
  {
    name: "Dukascopy ticks of duka",
    ...COMMA,
    header: ["time", "ask", "bid"],
    columns: ["time", "ask", "bid"],
    row: YMD,
    timeForm: "ymd",
    zone: UTC,
  },
  {
    name: "TrueFX ticks",
    ...COMMA,
    columns: ["symbol", "time", "bid", "ask"],
    row: /^[A-Z]{3}\/[A-Z]{3},\d{8} \d{2}:\d{2}:\d{2}\.\d{3},/,
    timeForm: "compact",
    zone: UTC,
  },
  {
    name: "FXCM ticks",
    ...COMMA,
    header: ["datetime", "bid", "ask"],
    columns: ["time", "bid", "ask"],
    row: MDY,
    timeForm: "mdy",
    zone: UTC,
  },
  {
    name: "FXCM candles",
    ...COMMA,
    header: [
      "datetime",
      "bidopen",
      "bidhigh",
      "bidlow",
      "bidclose",
      "askopen",
      "askhigh",
      "asklow",
      "askclose",
    ],
    columns: ["time", ...OHLC, ...ASKS],
    row: MDY,
    timeForm: "mdy",
    zone: UTC,
  },
  {
    name: "Stooq bars",
    ...COMMA,
    header: ["ticker", "per", "date", "time", ...OHLC],
    columns: ["symbol", "", "date", "time", ...OHLC],
    row: /^[A-Z]{6},\w+,\d{8},\d{6},/,
    timeForm: "compact",
    zone: { usual: "Europe/Warsaw" },
  },
  {
    name: "Stooq bars of the website",
    ...COMMA,
    header: [
      "date|data",
      "time|czas",
      "open|otwarcie",
      "high|najwyzszy",
      "low|najnizszy",
      "close|zamkniecie",
    ],
    columns: ["date", "time", ...OHLC],
    row: /^\d{4}-\d{2}-\d{2},\d{2}:\d{2}:\d{2},/,
    timeForm: "ymd",
    zone: { usual: "Europe/Warsaw" },
  },
  {
    name: "TradingView chart data",
    ...COMMA,
    header: ["time|timestamp", ...OHLC],
    columns: ["time", ...OHLC],
    row: EPOCH,
    timeForm: "epoch",
    zone: UTC,
  },
  {
    name: "TradingView chart data",
    ...COMMA,
    header: ["time|timestamp", ...OHLC],
    columns: ["time", ...OHLC],
    row: YMD,
    timeForm: "ymd",
    zone: { usual: "UTC" },
  },
  {
    name: "ticks as time,bid,ask",
    ...COMMA,
    header: ["time|timestamp|datetime", "bid", "ask"],
    columns: ["time", "bid", "ask"],
    row: YMD,
    timeForm: "ymd",
    zone: UTC,
  },
  {
    name: "candles as time,o,h,l,c,spread",
    ...COMMA,
    header: ["time", "o", "h", "l", "c", "spread"],
    columns: ["time", ...OHLC, "spread"],
    row: YMD,
    timeForm: "ymd",
    zone: UTC,
    spreadUnit: "pip",
  },
  {
    name: "candles as time,o,h,l,c",
    ...COMMA,
    header: ["time", "o", "h", "l", "c"],
    columns: ["time", ...OHLC],
    row: YMD,
    timeForm: "ymd",
    zone: UTC,
  },
];

/** True if the format's lines are candles. False if they are ticks. */
export function hasCandles({ columns }: PriceFormat): boolean {
  return columns.includes("open");
}

/** True if the format has only one price per line or extreme, which counts as the bid. */
export function hasBidsOnly({ columns }: PriceFormat): boolean {
  return !columns.includes("ask") && !columns.includes("askOpen") && !columns.includes("spread");
}
