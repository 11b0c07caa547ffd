/**
 * Stores that alerts fired and writes the messages to their owners, in one transaction per user. A
 * firing that was stored before a crash is found again afterwards and ignored.
 */
import { failpoint, type DatabaseTransaction } from "#platform";
import { findAccount } from "../book/accounts-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { alertMessage } from "./alert-message.ts";
import { lockActive, markFired } from "./alerts-table.ts";
import type { Firing } from "./watched-alert.ts";

type FireDeps = Pick<DeskDeps, "database" | "clock" | "bus" | "accounts">;

/** Stores a user's firings, given oldest first. */
export async function fireAlerts(
  { database, clock, bus, accounts }: FireDeps,
  userId: string,
  firings: readonly Firing[],
): Promise<void> {
  const isFired = await database.transaction(async (tx) => {
    const now = clock.now();
    const fresh = await markFresh(tx, firings, now);
    if (fresh.length === 0) return false;
    const account = await findAccount(tx, userId);
    const ways = {
      isMailed: account?.mailsAlerts ?? true,
      isTexted: account?.textsAlerts ?? false,
    };
    await accounts.deliver(tx, alertMessage({ userId, ...ways }, fresh, now));
    failpoint("forex.alert-written");
    return true;
  });
  failpoint("forex.alerts-fired");
  if (!isFired) return;
  bus.publish("me", { userId, what: "mailbox" });
  bus.publish("me", { userId, what: "forex" });
}

/** Marks the alerts, and returns the firings that were not stored before. */
async function markFresh(
  tx: DatabaseTransaction,
  firings: readonly Firing[],
  foundAt: Date,
): Promise<Firing[]> {
  const stored = await lockActive(tx, [...new Set(firings.map(({ row }) => row.id))]);
  const fresh = firings.filter(({ row, timeMs }) => {
    const now = stored.get(row.id);
    // The user may have deleted or changed the alert.
    if (!now || now.armedAt.getTime() !== row.armedAt.getTime()) return false;
    return now.firedAt === null || now.firedAt < now.armedAt || now.firedAt.getTime() < timeMs;
  });
  for (const { row, timeMs, value } of fresh)
    await markFired(tx, { id: row.id, firedAt: new Date(timeMs), foundAt, value });
  return fresh;
}
