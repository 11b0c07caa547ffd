/**
 * Reads the positions of a MetaTrader 5 report ("Trade History Report", saved as CSV or as the
 * table of the HTML report). The table begins with this line, of which both times and both prices
 * are opening and closing:
 *
 *     Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit
 *
 * Source of the line: the report parsers of public journals, such as ReportHistory.csv in files
 * that contain "Trade History Report". Times are in the zone of the broker's server, which the file
 * does not name. Profit excludes commission and swap.
 */
import type { Row } from "../journal/read-rows.ts";
import { centsOf, instrumentOf, priceOf, sizeOf, ticketOf } from "./cells.ts";
import { columnName, columnsOf } from "./columns.ts";
import type { ReadTrade, TradeReader } from "./imported-trade.ts";
import { timeOf, type Zone } from "./local-time.ts";

const BEGINNING = "time,position,symbol,type,volume,price";

export function isMt5Head({ cells }: Row): boolean {
  return cells.map(columnName).join(",").startsWith(BEGINNING);
}

/** Returns the currency in the line `Account: 123 (USD, Server, demo)`. */
function currencyIn(rows: readonly Row[]): string | null {
  const account = rows.find(({ cells: [first = ""] }) => columnName(first) === "account:");
  const [, currency] = /\(([A-Z]{3}),/.exec(account?.cells.join(" ") ?? "") ?? [];
  return currency ?? null;
}

export function readMt5(head: Row, before: readonly Row[], zone: Zone): TradeReader {
  const columns = columnsOf(head, "MT5", ["time2", "price2", "commission", "swap", "profit"]);
  return {
    currency: currencyIn(before),
    // The tables of orders and deals follow, which repeat the positions.
    isEnd: ({ cells }) => cells.filter((cell) => cell.trim() !== "").length === 1,
    tradesOf(row) {
      const { line } = row;
      const side = columns.cell(row, "type").trim().toLowerCase();
      // An open position has no closing time.
      if ((side !== "buy" && side !== "sell") || columns.cell(row, "time2").trim() === "")
        return [];
      const instrument = instrumentOf(columns.cell(row, "symbol"), line);
      const trade: ReadTrade = {
        ticket: ticketOf(columns.cell(row, "position"), line),
        instrument,
        side,
        ...sizeOf(columns.cell(row, "volume"), "lots", { line, instrument }),
        openedAt: timeOf(columns.cell(row, "time"), zone, { line, name: "opening time" }),
        closedAt: timeOf(columns.cell(row, "time2"), zone, { line, name: "closing time" }),
        price: priceOf(columns.cell(row, "price"), { line, name: "opening price", instrument }),
        closePrice: priceOf(columns.cell(row, "price2"), {
          line,
          name: "closing price",
          instrument,
        }),
        resultCents: centsOf(columns.cell(row, "profit"), line, "profit"),
        swapCents: centsOf(columns.cell(row, "swap"), line, "swap"),
        commissionCents: centsOf(columns.cell(row, "commission"), line, "commission"),
      };
      return [trade];
    },
  };
}
