/** Places an order that is requested in OANDA v20's terms. */
import { isAtOnce, type OrderRequest } from "#market";
import type { IdempotentRequest } from "#platform";
import type { OrderToTake } from "../book/decide-order.ts";
import type { Plan } from "../book/plans-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { instrumentIn } from "../feed/instrument-in.ts";
import { refusedFor } from "../terms/refusals.ts";
import { sendOrder } from "./send-order.ts";

export interface PlaceOrder {
  readonly request: IdempotentRequest;
  readonly draft: OrderRequest;
  /** Id of the pending order that this order replaces. */
  readonly replaces?: string;
  readonly plan?: Plan | undefined;
}

export async function placeOrder<Answer>(
  deps: DeskDeps,
  { request, draft, replaces, plan }: PlaceOrder,
  present: OrderToTake<Answer>["present"],
): Promise<Answer> {
  const instrument = instrumentIn(deps.feed, draft.instrument);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  const { type, positionFill } = draft;
  const sending = {
    request,
    instrument,
    source: { kind: "request", draft },
    isAtOnce: type === "MARKET" || isAtOnce(draft),
    isClosing: type === "MARKET" && positionFill === "REDUCE_ONLY",
    replacesId: replaces,
    plan,
  } as const;
  return sendOrder(deps, sending, present);
}
