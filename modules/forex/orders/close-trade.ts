/**
 * Market orders that only close: a trade or a part of it, or all of a position. They are taken also
 * while the desk takes no new ones.
 */
import { instrumentNamed, type Instrument, type Order } from "#market";
import type { IdempotentRequest } from "#platform";
import type { Book } from "../book/book.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import { findTrade } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";
import { sendOrder } from "./send-order.ts";

export interface CloseTrade {
  readonly request: IdempotentRequest;
  readonly tradeId: string;
  /** So many units of it; all when absent. */
  readonly units?: number;
}

type Present<Answer> = (order: StoredOrder, book: Book) => Answer;

/** Throws `trade_unknown`, `trade_closed`, `units_invalid`. */
export async function closeTrade<Answer>(
  deps: DeskDeps,
  { request, tradeId, units }: CloseTrade,
  present: Present<Answer>,
): Promise<Answer> {
  const accountId = deps.accounts.idOf(request.userId);
  const storedTrade = await findTrade(deps.database, accountId, tradeId);
  if (!storedTrade) throw forexRefusals.trade_unknown();
  const { instrument } = storedTrade;
  const read = (book: Book): Order => {
    const trade = book.trades.find(({ id }) => id === tradeId);
    if (!trade) throw forexRefusals.trade_closed();
    const size = units ?? Math.abs(trade.units);
    if (size > Math.abs(trade.units)) throw refusedFor("CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE");
    return { ...closing(instrument, -Math.sign(trade.units) * size), tradeId };
  };
  return sendOrder(deps, { request, instrument, isAtOnce: true, isClosing: true, read }, present);
}

/** Throws `instrument_unknown`, `position_unknown`. */
export async function closePosition<Answer>(
  deps: DeskDeps,
  {
    request,
    instrument: name,
  }: { readonly request: IdempotentRequest; readonly instrument: string },
  present: Present<Answer>,
): Promise<Answer> {
  const instrument = instrumentNamed(name);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  const read = ({ trades }: Book): Order => {
    const units = trades
      .filter((trade) => trade.instrument === instrument)
      .reduce((sum, trade) => sum + trade.units, 0);
    if (units === 0) throw forexRefusals.position_unknown({ instrument: name });
    return closing(instrument, -units);
  };
  return sendOrder(deps, { request, instrument, isAtOnce: true, isClosing: true, read }, present);
}

function closing(instrument: Instrument, units: number): Order {
  return {
    type: "MARKET",
    instrument,
    units,
    timeInForce: "FOK",
    positionFill: "REDUCE_ONLY",
    triggerCondition: "DEFAULT",
    onFill: {},
  };
}
