/**
 * Closes all positions of an account with one request. Each position is closed by its own order and
 * transaction, so that one refused close does not affect the others. The response names the outcome
 * of each position.
 */
import { derivedUuid, Refusal, runOnce, type IdempotentRequest } from "#platform";
import type { OrderToTake } from "../book/decide-order.ts";
import { openTradesOf } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { closePosition } from "./close-trade.ts";

export interface PositionOutcome<Answer> {
  readonly instrument: string;
  /** The order that closed the position. Null if the close was refused. */
  readonly taken: Answer | null;
  readonly refusal: { readonly code: string; readonly title: string; readonly text: string } | null;
}

/**
 * Closes the positions that are open when the request first arrives. A repeated request closes the
 * same positions, each once.
 */
export async function closeAll<Answer>(
  deps: DeskDeps,
  request: IdempotentRequest,
  present: OrderToTake<Answer>["present"],
): Promise<PositionOutcome<Answer>[]> {
  const accountId = deps.accounts.idOf(request.userId);
  const instruments = await runOnce(deps.database, request, async (tx) => {
    const trades = await openTradesOf(tx, accountId);
    return [...new Set(trades.map(({ instrument }) => instrument.name))];
  });
  // Wait for all positions even if one fails, so that none is closed after the request has ended.
  const outcomes = await Promise.allSettled(
    instruments.map(async (instrument): Promise<PositionOutcome<Answer>> => {
      const key = derivedUuid(request.key, request.userId, instrument);
      const closing = { request: { ...request, key }, instrument, isOneOfAll: true };
      try {
        const taken = await closePosition(deps, closing, present);
        return { instrument, taken, refusal: null };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, title, text } = error;
        return { instrument, taken: null, refusal: { code, title, text } };
      }
    }),
  );
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
