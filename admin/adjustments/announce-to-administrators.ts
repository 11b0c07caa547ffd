/** Tells every administrator's browser that what waits for them changed. After the commit. */
import { administratorIds } from "#users";
import type { AdminParts } from "../parts.ts";

export async function announceToAdministrators({
  database,
  bus,
  clock,
}: Pick<AdminParts, "database" | "bus" | "clock">): Promise<void> {
  for (const userId of await administratorIds(database, clock.now()))
    bus.publish("me", { userId, what: "balances" });
}
