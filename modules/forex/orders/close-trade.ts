/**
 * Places market orders that close a trade, a part of a trade, or a whole position. Such orders are
 * accepted even while the desk accepts no new orders.
 */
import type { IdempotentRequest } from "#platform";
import type { OrderToTake } from "../book/decide-order.ts";
import { findTrade } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { instrumentIn } from "../feed/instrument-in.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";
import type { PartOfPosition } from "./read-close-units.ts";
import { sendOrder } from "./send-order.ts";

const CLOSING = { isAtOnce: true, isClosing: true } as const;

export interface CloseTrade {
  readonly request: IdempotentRequest;
  readonly tradeId: string;
  /** Number of units to close. Defaults to all units. */
  readonly units?: number | undefined;
}

/** Closes a trade or part of it. Throws `trade_unknown`, `trade_closed` or `units_invalid`. */
export async function closeTrade<Answer>(
  deps: DeskDeps,
  { request, tradeId, units }: CloseTrade,
  present: OrderToTake<Answer>["present"],
): Promise<Answer> {
  const accountId = deps.accounts.idOf(request.userId);
  const storedTrade = await findTrade(deps.database, accountId, tradeId);
  if (!storedTrade) throw forexRefusals.trade_unknown();
  const { instrument } = storedTrade;
  const source = { kind: "close trade", tradeId, units } as const;
  return sendOrder(deps, { ...CLOSING, request, instrument, source }, present);
}

export interface ClosePosition {
  readonly request: IdempotentRequest;
  readonly instrument: string;
  /** Part of the position to close. Defaults to the whole position. */
  readonly part?: PartOfPosition;
  /** True if the request is a part of a request that closes all positions. */
  readonly isOneOfAll?: boolean;
}

/**
 * Closes a position or a part of it, its oldest trade first. Throws `instrument_unknown`,
 * `position_unknown` or one of OANDA v20's reasons.
 */
export async function closePosition<Answer>(
  deps: DeskDeps,
  { request, instrument: name, part, isOneOfAll = false }: ClosePosition,
  present: OrderToTake<Answer>["present"],
): Promise<Answer> {
  const instrument = instrumentIn(deps.feed, name);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  const { units, side } = part ?? { units: undefined, side: undefined };
  const source = { kind: "close position", units, side } as const;
  return sendOrder(deps, { ...CLOSING, request, instrument, source, isOneOfAll }, present);
}
