/**
 * Stores that alerts fired and writes the messages to their owners, in one transaction per user. A
 * user gets at most one message per minute: alerts that fire within a minute of the last message
 * are stored and wait for the next one. A firing that was stored before a crash is found again
 * afterwards and ignored.
 */
import { failpoint, isolateFailure, type DatabaseTransaction, type Log } from "#platform";
import { findAccount } from "../book/accounts-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { alertMessage, alertText, type AlertText } from "./alert-message.ts";
import { lockLastMessage, saveLastMessage, usersToTell } from "./alert-messages-table.ts";
import { lockActive, markFired } from "./alerts-table.ts";
import type { Firing } from "./watched-alert.ts";

type FireDeps = Pick<DeskDeps, "database" | "clock" | "bus" | "accounts">;

const PAUSE_MS = 60_000;
/** Maximum number of users per round. The remaining users follow in the next round. */
const USERS_MAX = 200;

/** Stores a user's firings, given oldest first. */
export async function fireAlerts(
  deps: FireDeps,
  userId: string,
  firings: readonly Firing[],
): Promise<void> {
  const { database, clock, bus } = deps;
  const outcome = await database.transaction(async (tx) => {
    const now = clock.now();
    const fresh = await markFresh(tx, firings, now);
    if (fresh.length === 0) return undefined;
    const texts = fresh.map((firing) => alertText(firing, now));
    const isTold = await tellOrWait(deps, tx, { userId, texts, now });
    failpoint("forex.alert-written");
    return { isTold };
  });
  failpoint("forex.alerts-fired");
  if (!outcome) return;
  if (outcome.isTold) bus.publish("me", { userId, what: "mailbox" });
  bus.publish("me", { userId, what: "forex" });
}

/** Sends the messages about waiting alerts whose minute is over. */
export async function tellWaiting(deps: FireDeps & { readonly log: Log }): Promise<void> {
  const { database, clock, bus } = deps;
  const now = clock.now();
  const before = new Date(now.getTime() - PAUSE_MS);
  for (const userId of await usersToTell(database, { before, now, limit: USERS_MAX }))
    await isolateFailure(deps, userId, async () => {
      const isTold = await database.transaction((tx) =>
        tellOrWait(deps, tx, { userId, texts: [], now }),
      );
      if (isTold) bus.publish("me", { userId, what: "mailbox" });
    });
}

interface Telling {
  readonly userId: string;
  readonly texts: readonly AlertText[];
  readonly now: Date;
}

/** Writes a message about the waiting and the given alerts, or lets them all wait. */
async function tellOrWait(
  { accounts }: Pick<FireDeps, "accounts">,
  tx: DatabaseTransaction,
  { userId, texts, now }: Telling,
): Promise<boolean> {
  const last = await lockLastMessage(tx, userId);
  const all = [...(last?.waiting ?? []), ...texts];
  if (all.length === 0) return false;
  const agoMs = last ? now.getTime() - last.toldAt.getTime() : Infinity;
  // A negative time means that the clock was set back.
  if (last && agoMs >= 0 && agoMs < PAUSE_MS) {
    await saveLastMessage(tx, userId, { toldAt: last.toldAt, waiting: all });
    return false;
  }
  await saveLastMessage(tx, userId, { toldAt: now, waiting: [] });
  const account = await findAccount(tx, userId);
  const ways = {
    isMailed: account?.mailsAlerts ?? true,
    isTexted: account?.textsAlerts ?? false,
  };
  await accounts.deliver(tx, alertMessage({ userId, ...ways }, all, now));
  return true;
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
