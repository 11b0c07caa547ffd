/** Parses one line of a price file: its time, and its quotes in replay order. */
import type { Instrument } from "../instruments/instruments.ts";
import type { Column, PriceFormat } from "./formats.ts";
import { hasCandles } from "./formats.ts";
import type { LineFault } from "./price-file-fault.ts";
import { cellsOf, priceOf, spreadTenthsOf } from "./read-cells.ts";
import { timeReader, type LocalTime } from "./read-time.ts";

export interface RowReader {
  /** Splits the line, or returns the fault of a line with the wrong number of cells. */
  readonly cells: (line: string) => readonly string[] | LineFault;
  readonly time: (cells: readonly string[]) => LocalTime;
  /**
   * Writes bid and ask alternately: one quote for a tick, four for a candle. Returns the fault of
   * an invalid row.
   */
  readonly quotes: (cells: readonly string[], quotes: number[]) => LineFault | undefined;
}

export function rowReader(
  format: PriceFormat,
  instrument: Instrument,
  /** Number of cells in the header, if there is one. */
  headerCells: number,
): RowReader {
  const { delimiter, decimal, spreadUnit = "pip" } = format;
  const placeOf = (column: Column) => format.columns.indexOf(column);
  const [symbolAt, dateAt, timeAt] = [placeOf("symbol"), placeOf("date"), placeOf("time")];
  const spreadAt = placeOf("spread");
  const symbol = instrument.name.replace("_", "");
  const price = (text = "") => priceOf(text.trim(), instrument, decimal);
  const readTime = timeReader(format.timeForm);
  const baseSpread = (instrument.spreadTenths * instrument.pip) / 10;
  const fewest = format.columns.findLastIndex((column) => column !== "") + 1;
  const most = Math.max(headerCells, headerCells === 0 ? Infinity : fewest);

  const ticks = (): RowReader["quotes"] => {
    const [bidAt, askAt] = [placeOf("bid"), placeOf("ask")];
    let [bid, ask] = [0, 0];
    return (cells, quotes) => {
      // MetaTrader 5 leaves the price empty that has not changed.
      if (cells[bidAt] !== "") bid = price(cells[bidAt]);
      if (cells[askAt] !== "") ask = price(cells[askAt]);
      if (bid === 0 || ask === 0) return "prices_price";
      if (bid > ask) return "prices_crossed";
      quotes.push(bid, ask);
      return undefined;
    };
  };

  const candles = (): RowReader["quotes"] => {
    const bids = (["open", "high", "low", "close"] as const).map(placeOf);
    const asks = (["askOpen", "askHigh", "askLow", "askClose"] as const).map(placeOf);
    const hasAsks = asks[0] !== -1;
    const spreadOf = (cells: readonly string[]) => {
      if (spreadAt === -1) return baseSpread;
      const tenths = spreadTenthsOf((cells[spreadAt] ?? "").trim(), spreadUnit);
      return tenths === undefined ? undefined : (tenths * instrument.pip) / 10;
    };
    return (cells, quotes) => {
      const [o = 0, h = 0, l = 0, c = 0] = bids.map((at) => price(cells[at]));
      const fault = faultOf(o, h, l, c);
      if (fault) return fault;
      const isHighNearer = h - o <= o - l;
      if (hasAsks) {
        const [ao = 0, ah = 0, al = 0, ac = 0] = asks.map((at) => price(cells[at]));
        const askFault = faultOf(ao, ah, al, ac);
        if (askFault) return askFault;
        if (o > ao || h > ah || l > al || c > ac) return "prices_crossed";
        if (isHighNearer) quotes.push(o, ao, h, ah, l, al, c, ac);
        else quotes.push(o, ao, l, al, h, ah, c, ac);
        return undefined;
      }
      const spread = spreadOf(cells);
      if (spread === undefined) return "prices_spread";
      const [near, far] = isHighNearer ? [h, l] : [l, h];
      for (const bid of [o, near, far, c]) quotes.push(bid, bid + spread);
      return undefined;
    };
  };

  return {
    cells(line) {
      const cells = cellsOf(line, delimiter);
      if (cells.length < fewest || cells.length > most) return "prices_line";
      if (symbolAt !== -1 && cells[symbolAt]?.replace("/", "").toUpperCase() !== symbol)
        return "prices_symbol";
      return cells;
    },
    time: (cells) =>
      readTime(dateAt === -1 ? "" : (cells[dateAt] ?? "").trim(), (cells[timeAt] ?? "").trim()),
    quotes: hasCandles(format) ? candles() : ticks(),
  };
}

function faultOf(o: number, h: number, l: number, c: number): LineFault | undefined {
  if (o === 0 || h === 0 || l === 0 || c === 0) return "prices_price";
  return Math.max(o, c) > h || Math.min(o, c) < l ? "prices_candle" : undefined;
}
