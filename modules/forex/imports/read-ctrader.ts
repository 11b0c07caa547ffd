/**
 * Reads the history of cTrader ("History", saved as CSV), whose lines are closed trades:
 *
 *     ID,Symbol,Opening Direction,Opening Time (UTC+2),Closing Time (UTC+2),Entry price,
 *     Closing Price,Closing Quantity,Commission,Swap,Gross USD,Net USD,Balance USD
 *
 * Source of the columns: sample files in the tests of public journals. The names differ in case and
 * in some words between versions. The zone is in the names of the times, in most versions.
 */
import type { Row } from "../journal/read-rows.ts";
import { centsOf, instrumentOf, lineRefusal, priceOf, sizeOf, ticketOf } from "./cells.ts";
import { columnName, columnsOf } from "./columns.ts";
import type { ReadTrade, TradeReader } from "./imported-trade.ts";
import { timeOf, zoneNamed, type Zone } from "./local-time.ts";

export function isCtraderHead({ cells }: Row): boolean {
  const names = cells.map(columnName);
  const begins = (start: string) => names.some((name) => name.startsWith(start));
  return names.includes("symbol") && names.includes("openingdirection") && begins("closingtime");
}

/** Returns the zone in `Closing Time (UTC+2)`, if the name contains one. */
export function ctraderZone({ cells }: Row): Zone | undefined {
  const [, zone] = /\((UTC[^)]*)\)/i.exec((cells.find(isClosingTime) ?? "").slice(0, 100)) ?? [];
  return zone === undefined ? undefined : zoneNamed(zone);
}

function isClosingTime(cell: string): boolean {
  return columnName(cell).startsWith("closingtime");
}

/** Removes the zone and the currency from a column's name, and unifies words that differ. */
function nameOf(cell: string): string {
  const name = columnName(cell).replaceAll(/\(.*\)/g, "");
  if (/^net[a-z]{0,3}$/.test(name)) return "net";
  if (/^gross[a-z]{0,3}$/.test(name)) return "gross";
  return name.replace("commissions", "commission").replace("closingvolume", "volume");
}

function currencyIn({ cells }: Row): string | null {
  const net = cells.find((cell) => nameOf(cell) === "net") ?? "";
  return /[A-Z]{3}/.exec(net.replace(/^net/i, ""))?.[0] ?? null;
}

export function readCtrader(head: Row, zone: Zone): TradeReader {
  const required = ["symbol", "openingdirection", "openingtime", "closingtime"];
  const prices = ["entryprice", "closingprice", "net"];
  const columns = columnsOf(head, "CTRADER", [...required, ...prices], nameOf);
  const hasLots = columns.has("closingquantity");
  return {
    currency: currencyIn(head),
    isEnd: () => false,
    tradesOf(row) {
      const { line } = row;
      const symbol = columns.cell(row, "symbol");
      if (symbol.trim() === "") return [];
      const side = columns.cell(row, "openingdirection").trim().toLowerCase();
      if (side !== "buy" && side !== "sell")
        throw lineRefusal(line, "the opening direction must be Buy or Sell.");
      const instrument = instrumentOf(symbol, line);
      const cents = (column: string) => centsOf(columns.optional(row, column), line, column);
      const [swapCents, commissionCents] = [cents("swap"), cents("commission")];
      const times = {
        openedAt: timeOf(columns.cell(row, "openingtime"), zone, { line, name: "opening time" }),
        closedAt: timeOf(columns.cell(row, "closingtime"), zone, { line, name: "closing time" }),
      };
      const price = priceOf(columns.cell(row, "entryprice"), {
        line,
        name: "entry price",
        instrument,
      });
      // Some versions have no column for the number of the trade.
      const ticket = columns.optional(row, "id") || columns.optional(row, "orderid");
      const trade: ReadTrade = {
        ticket: ticketOf(ticket || `${instrument} ${times.openedAt.toISOString()} ${price}`, line),
        instrument,
        side,
        ...sizeOf(
          columns.optional(row, hasLots ? "closingquantity" : "volume") || "0",
          hasLots ? "lots" : "units",
          { line, instrument },
        ),
        ...times,
        price,
        closePrice: priceOf(columns.cell(row, "closingprice"), {
          line,
          name: "closing price",
          instrument,
        }),
        resultCents: columns.has("gross")
          ? cents("gross")
          : cents("net") - swapCents - commissionCents,
        swapCents,
        commissionCents,
      };
      return [trade];
    },
  };
}
