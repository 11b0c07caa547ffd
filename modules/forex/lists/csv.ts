/**
 * Exports an account's lists as CSV, newest first, with the price source on each line. A file has
 * at most 10,000 lines. If there are more rows, the last line contains the cursor for the next
 * file.
 */
import { formatAmount, USD_DECIMALS } from "#money";
import { beginSlice, csvFile, csvLine, type CsvCell } from "#platform";
import { presentOrder, presentTrade, presentTransaction } from "../views/present.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import type { StoredTrade } from "../book/trades-table.ts";
import type { Transaction } from "../book/transactions-table.ts";

export const CSV_LINES_MAX = 10_000;
/** Number of rows per database read. */
const PAGE = 1_000;

interface Columns<Item> {
  readonly head: readonly string[];
  readonly cells: (item: Item) => readonly CsvCell[];
}

interface Pages<Item> {
  readonly after: string | undefined;
  readonly read: (after: string | undefined, limit: number) => Promise<readonly Item[]>;
}

interface FileLimits {
  readonly lines: number;
  /** Size of the lines as JSON text, in which a file is imported. */
  readonly jsonBytes: number;
}

const LIST_LIMITS: FileLimits = { lines: CSV_LINES_MAX, jsonBytes: Infinity };

export async function csvOf<Item extends { readonly id: string | number }>(
  { head, cells }: Columns<Item>,
  { after, read }: Pages<Item>,
  limits: FileLimits = LIST_LIMITS,
): Promise<string> {
  const lines: string[] = [];
  const slice = beginSlice();
  let jsonBytes = 0;
  let cursor = after;
  let page: readonly Item[];
  let isMore = false;
  do {
    page = await read(cursor, PAGE);
    for (const item of page) {
      if (slice.isOver()) await slice.next();
      const line = csvLine(cells(item));
      if (limits.jsonBytes < Infinity) jsonBytes += Buffer.byteLength(JSON.stringify(line));
      isMore = lines.length >= limits.lines || (jsonBytes > limits.jsonBytes && lines.length > 0);
      if (isMore) break;
      lines.push(line);
      cursor = String(item.id);
    }
  } while (page.length === PAGE && !isMore);
  return csvFile(csvLine(head), lines, isMore ? (cursor ?? "") : undefined);
}

/** Returns the price source in force at a time. */
export type SourceOf = (at: Date) => string;

/** Returns the columns of trades. `pending` are the pending orders, including the trades' exits. */
export function tradeColumns(
  sourceOf: SourceOf,
  pending: readonly StoredOrder[],
): Columns<StoredTrade> {
  return {
    head: "Id,Instrument,State,Opened (UTC),Units at first,Units left,Entry,Take profit,Stop loss,Trailing,Closed (UTC),Exit of the last part,Result USD,Financing USD,Prices".split(
      ",",
    ),
    cells(stored) {
      const trade = presentTrade(stored, pending, undefined);
      return [
        trade.id,
        trade.instrument,
        trade.state,
        trade.openedAt,
        trade.initialUnits,
        trade.units,
        trade.price,
        trade.takeProfits.length > 1 ? targetsText(trade.takeProfits) : trade.takeProfit,
        trade.stopLoss,
        trade.trailingDistance,
        trade.closedAt,
        trade.closePrice,
        usd(trade.realisedCents),
        usd(trade.financingCents),
        sourceOf(trade.openedAt),
      ];
    },
  };
}

export function orderColumns(sourceOf: SourceOf): Columns<StoredOrder> {
  return {
    head: "Id,Instrument,Type,Units,Price,Limit price,Distance,Take profit,Stop loss,Trailing,Time in force,State,Reason,Trade,Placed (UTC),Ended (UTC),Prices".split(
      ",",
    ),
    cells(stored) {
      const order = presentOrder(stored);
      return [
        order.id,
        order.instrument,
        order.type,
        order.units,
        order.price,
        order.limitPrice,
        order.distance,
        order.takeProfit ?? targetsText(order.takeProfits),
        order.stopLoss,
        order.trailingDistance,
        order.timeInForce,
        order.state,
        order.reason,
        order.tradeId,
        order.createdAt,
        order.endedAt,
        sourceOf(order.createdAt),
      ];
    },
  };
}

/** Returns several take profits as one cell, such as `1.17000 x 1000; 1.18000 x 500`. */
function targetsText(
  targets: readonly { readonly price: string; readonly units: number }[],
): string | null {
  return targets.length === 0
    ? null
    : targets.map(({ price, units }) => `${price} x ${units}`).join("; ");
}

/** Returns the columns of events. The price source of a fill comes from the fill itself. */
export function transactionColumns(sourceOf: SourceOf): Columns<Transaction> {
  return {
    head: "Number,Time (UTC),Type,Instrument,Units,Price,Amount USD,Balance USD,Reason,Spread pips,Latency ms,Order,Trade,Prices".split(
      ",",
    ),
    cells(stored) {
      const event = presentTransaction(stored);
      const detailOf = (name: string) => cellOf(event.detail[name]);
      return [
        event.id,
        event.at,
        event.type,
        event.instrument,
        event.units,
        event.price,
        usd(event.amountCents),
        usd(event.balanceCents),
        detailOf("reason"),
        detailOf("spreadPips"),
        detailOf("latencyMs"),
        event.orderId,
        event.tradeId,
        detailOf("source") ?? sourceOf(event.at),
      ];
    },
  };
}

function cellOf(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function usd(cents: bigint): string {
  return formatAmount(cents, USD_DECIMALS);
}
