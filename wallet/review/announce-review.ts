/** Tells the owner and every administrator, whose queue it is, that a withdrawal under review changed. After the commit. */
import { administratorIds } from "#users";
import type { WalletParts } from "../parts.ts";

export async function announceReview(
  { database, bus, clock }: Pick<WalletParts, "database" | "bus" | "clock">,
  userId: string,
): Promise<void> {
  const administrators = await administratorIds(database, clock.now());
  for (const one of new Set([userId, ...administrators]))
    bus.publish("me", { userId: one, what: "withdrawals" });
}
