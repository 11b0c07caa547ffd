/**
 * Computes an account's state after any of its events from the events alone. Pure functions: the
 * events and the trades' unchanging fields are arguments.
 */
import { withFinancing } from "../engine/finance.ts";

/** An event with the parts of its detail that change an account. */
export interface AccountEvent {
  readonly id: number;
  readonly type: string;
  readonly at: Date;
  readonly orderId: string | null;
  readonly tradeId: string | null;
  readonly units: number | null;
  readonly price: number | null;
  readonly balanceCents: bigint;
  readonly reductions: readonly Reduction[] | null;
  readonly positions: readonly FinancedPosition[] | null;
  readonly reason: string | null;
  /** Time at which a filled or triggered order was sent. */
  readonly sentAt: string | null;
}

interface Reduction {
  readonly tradeId: string;
  readonly units: number;
  readonly realisedCents: string;
  readonly isClosed: boolean;
}

interface FinancedPosition {
  readonly instrument: string;
  readonly cents: string;
}

/** Fields of a trade that never change. */
export interface OpenedTrade {
  readonly id: string;
  readonly instrument: string;
  readonly initialUnits: number;
  readonly openedAt: Date;
}

export interface TradeState extends OpenedTrade {
  readonly units: number;
  readonly realisedCents: bigint;
  readonly financingCents: bigint;
}

export interface PendingState {
  readonly id: string;
  readonly placedAt: Date;
  readonly units: number;
  /** Price at placement. A trailing stop may have moved since then. */
  readonly price: number | null;
  readonly triggeredAt: Date | null;
}

export interface AccountState {
  /** Number of the last event, 0 before the first. */
  readonly lastTransaction: number;
  readonly balanceCents: bigint;
  readonly isMarginCall: boolean;
  /** Open trades by id, oldest first. */
  readonly trades: ReadonlyMap<string, TradeState>;
  /** Pending orders by id, oldest first. */
  readonly pending: ReadonlyMap<string, PendingState>;
}

/** Thrown if the events do not explain the account. */
export class IncompleteEventsError extends Error {}

/**
 * Computes the account after the events, which are complete from the account's first event on.
 * Yields after each event, so that the caller can pause, and returns the account.
 */
export function* accountAfter(
  events: readonly AccountEvent[],
  opened: ReadonlyMap<string, OpenedTrade>,
  startCents: bigint,
): Generator<undefined, AccountState> {
  const trades = new Map<string, TradeState>();
  const pending = new Map<string, PendingState>();
  let [balanceCents, isMarginCall, last] = [startCents, false, 0];
  for (const event of events) {
    last += 1;
    if (event.id !== last) throw new IncompleteEventsError(`event ${last} is missing`);
    balanceCents = event.balanceCents;
    if (event.type === "MARGIN_CALL_ENTER") isMarginCall = true;
    if (event.type === "MARGIN_CALL_EXIT") isMarginCall = false;
    if (event.type === "ORDER_FILL") fillTrades(trades, event, opened);
    if (event.type === "DAILY_FINANCING") financeTrades(trades, event);
    changeOrders(pending, event);
    yield;
  }
  return { lastTransaction: last, balanceCents, isMarginCall, trades, pending };
}

/** True if the event is the placement of an order. */
export function isPlacement({ type }: Pick<AccountEvent, "type">): boolean {
  return type.endsWith("_ORDER");
}

function fillTrades(
  trades: Map<string, TradeState>,
  { tradeId, reductions }: AccountEvent,
  opened: ReadonlyMap<string, OpenedTrade>,
): void {
  for (const { tradeId: id, units, realisedCents, isClosed } of reductions ?? []) {
    const trade = required(trades, id);
    const reduced = {
      ...trade,
      units: trade.units - units,
      realisedCents: trade.realisedCents + BigInt(realisedCents),
    };
    if (isClosed) trades.delete(id);
    else trades.set(id, reduced);
  }
  if (tradeId === null) return;
  const trade = required(opened, tradeId);
  const [units, none] = [trade.initialUnits, 0n];
  trades.set(tradeId, { ...trade, units, realisedCents: none, financingCents: none });
}

function financeTrades(
  trades: Map<string, TradeState>,
  { at, positions }: Pick<AccountEvent, "at" | "positions">,
): void {
  if (!positions) throw new IncompleteEventsError("a financing without positions");
  const held = [...trades.values()].filter(({ openedAt }) => openedAt < at);
  for (const { instrument, cents } of positions) {
    const ofPosition = held.filter((trade) => trade.instrument === instrument);
    for (const trade of withFinancing(ofPosition, BigInt(cents))) trades.set(trade.id, trade);
  }
}

function changeOrders(pending: Map<string, PendingState>, event: AccountEvent): void {
  const { type, at, orderId, units, price } = event;
  if (orderId === null) return;
  if (isPlacement(event))
    pending.set(orderId, {
      id: orderId,
      placedAt: at,
      units: units ?? 0,
      price,
      triggeredAt: null,
    });
  else if (type === "STOP_LIMIT_TRIGGERED")
    pending.set(orderId, { ...required(pending, orderId), triggeredAt: at });
  else if (type === "TAKE_PROFIT_REDUCED")
    pending.set(orderId, { ...required(pending, orderId), units: units ?? 0 });
  else if (type === "ORDER_FILL" || type === "ORDER_CANCEL") pending.delete(orderId);
}

function required<Value>(values: ReadonlyMap<string, Value>, id: string): Value {
  const value = values.get(id);
  if (value === undefined) throw new IncompleteEventsError(`${id} is missing`);
  return value;
}
