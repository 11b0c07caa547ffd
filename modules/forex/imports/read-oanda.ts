/**
 * Reads OANDA's transaction history (CSV export of the account's history). Its first line is:
 *
 *     TICKET,TRANSACTION DATE,TRANSACTION TYPE,DETAILS,INSTRUMENT,PRICE,UNITS,DIRECTION,
 *     SPREAD COST,STOP LOSS,TAKE PROFIT,FINANCING,COMMISSION,PL,BALANCE
 *
 * Source of the line: sample files in the tests of public journals. Newer exports contain more
 * columns. A time ends with the zone of the export, such as `2026-02-03 00:00:00 UTC`. Fills are
 * matched in the order of the file's times: the oldest open units close first, as at OANDA. A trade
 * is the part of a fill that closes units. It opened when the oldest of these units were opened.
 */
import type { Row } from "../journal/read-rows.ts";
import { centsOf, instrumentOf, lineRefusal, priceOf, sizeOf, ticketOf } from "./cells.ts";
import { columnName, columnsOf } from "./columns.ts";
import type { ReadTrade, TradeReader } from "./imported-trade.ts";
import { timeOf, type Zone } from "./local-time.ts";

const BEGINNING = "ticket,transactiondate,transactiontype";
/** Details of fills that only close trades. */
const CLOSING = /CLOSE|STOP_LOSS|TAKE_PROFIT/i;
const ZONE = /\s+([A-Z]{2,5})$/;

export function isOandaHead({ cells }: Row): boolean {
  return cells.map(columnName).join(",").startsWith(BEGINNING);
}

/** Returns the rows from old to new, by the numbers of their first and last transaction. */
export function oldestFirst(rows: readonly Row[]): readonly Row[] {
  const numberOf = (row: Row | undefined) => Number.parseInt(row?.cells[0] ?? "", 10);
  return numberOf(rows[0]) > numberOf(rows.at(-1)) ? rows.toReversed() : rows;
}

/** True if the time of the row ends with UTC, GMT or Z. Other abbreviations are ambiguous. */
export function isInUtc({ cells: [, at = ""] }: Row): boolean {
  return /(?:\s(?:UTC|GMT)|\dZ)$/.test(at.slice(0, 100).trim());
}

/** Units of one fill that are still open. */
interface Lot {
  /** Long above 0. */
  units: number;
  readonly price: string;
  readonly at: Date;
}

export function readOanda(head: Row, zone: Zone): TradeReader {
  const columns = columnsOf(head, "OANDA", ["instrument", "price", "units", "pl"]);
  const open = new Map<string, Lot[]>();
  return {
    currency: null,
    isEnd: () => false,
    tradesOf(row) {
      const { line } = row;
      if (columns.cell(row, "transactiontype").trim().toUpperCase() !== "ORDER_FILL") return [];
      const instrument = instrumentOf(columns.cell(row, "instrument"), line);
      const size = sizeOf(columns.cell(row, "units"), "units", { line, instrument });
      if (size.units === null) return [];
      const units = isSale(row) ? -size.units : size.units;
      const price = priceOf(columns.cell(row, "price"), { line, name: "price", instrument });
      const at = timeOf(columns.cell(row, "transactiondate").trim().replace(ZONE, ""), zone, {
        line,
        name: "transaction date",
      });
      const lots = open.get(instrument) ?? [];
      open.set(instrument, lots);
      const closed = takeFrom(lots, units);
      const left = units - closed.units;
      const cents = (column: string) => centsOf(columns.optional(row, column), line, column);
      const result = cents("pl");
      // The file begins after the trade was opened, so its opening is unknown.
      if (closed.first === undefined && result !== 0n) return [];
      const isExit = CLOSING.test(columns.optional(row, "details"));
      if (left !== 0 && !isExit) lots.push({ units: left, price, at });
      if (closed.first === undefined) return [];
      const { first } = closed;
      if (at < first.at) throw lineRefusal(line, "the lines must be in the order of their times.");
      const trade: ReadTrade = {
        ticket: ticketOf(columns.cell(row, "ticket"), line),
        instrument,
        side: first.units > 0 ? "buy" : "sell",
        units: Math.abs(closed.units),
        quantity: size.quantity,
        openedAt: first.at,
        closedAt: at,
        price: first.price,
        closePrice: price,
        resultCents: result,
        swapCents: cents("financing"),
        // The file contains the commission as a cost, without a sign.
        commissionCents: -absolute(cents("commission")),
      };
      return [trade];
    },
  };

  function isSale(row: Row): boolean {
    const direction = columns.optional(row, "direction").trim().toLowerCase();
    if (direction === "buy" || direction === "sell") return direction === "sell";
    return columns.cell(row, "units").trim().startsWith("-");
  }
}

/**
 * Closes open lots in the opposite direction, oldest first. Returns the closed units, which have
 * the fill's sign, and the first closed lot.
 */
function takeFrom(lots: Lot[], units: number) {
  let left = units;
  let first: Lot | undefined;
  while (left !== 0) {
    const [lot] = lots;
    if (lot === undefined || Math.sign(lot.units) === Math.sign(left)) break;
    first ??= { ...lot };
    const size = Math.min(Math.abs(lot.units), Math.abs(left));
    lot.units -= Math.sign(lot.units) * size;
    left -= Math.sign(left) * size;
    if (lot.units === 0) lots.shift();
  }
  return { units: units - left, first };
}

function absolute(cents: bigint): bigint {
  return cents < 0n ? -cents : cents;
}
