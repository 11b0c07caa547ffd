/** Collects the facts of a fill's receipt. */
import { z } from "zod";
import { dayAt, newYorkClose } from "#market";
import { findDay } from "./days/days-table.ts";
import { findTransaction, unitsHeldBefore } from "./book/transactions-table.ts";
import type { ForexMarket } from "./market.ts";
import { presentDay } from "./present-day.ts";
import { presentTransaction } from "./views/present.ts";

const quote = z.object({ bid: z.string(), ask: z.string(), time: z.string() });
/** The part of a fill's detail that a receipt contains. Stop-outs have no order and no latency. */
const detail = z.object({
  source: z.string(),
  sentAt: z.string(),
  latencyMs: z.int(),
  used: quote,
});

/**
 * Returns undefined if the user's transaction with this number is not the fill of an order. `day`
 * is null if the price came from OANDA.
 */
export async function fillFacts(
  { database, clock, days }: Pick<ForexMarket, "database" | "clock" | "days">,
  { userId, number }: { readonly userId: string; readonly number: number },
) {
  const transaction = await findTransaction(database, userId, number);
  const parsed = detail.safeParse(transaction?.detail);
  if (transaction?.type !== "ORDER_FILL" || !parsed.success) return undefined;
  const { orderId, instrument, units, price, at, amountCents, balanceCents } =
    presentTransaction(transaction);
  if (orderId === null || instrument === null || units === null || price === null) return undefined;
  const { source, sentAt, latencyMs, used } = parsed.data;
  const day = dayAt(at.getTime());
  const row = source.startsWith("OANDA") ? undefined : await findDay(database, day);
  const isOver = clock.now().getTime() >= newYorkClose(day);
  return {
    orderId,
    instrument,
    units,
    heldUnits: await unitsHeldBefore(database, { userId, instrument, id: transaction.id }),
    price,
    at,
    amountCents,
    balanceCents,
    source,
    sentAt: new Date(sentAt),
    latencyMs,
    used: { ...used, time: new Date(used.time) },
    day: row?.beginning ? presentDay(row, isOver ? days.seedOf(day) : undefined) : null,
  };
}
