/**
 * Notifies followers of changes to a transaction, as of the watcher's tip. A message and the record
 * that it was sent are written in one transaction, so each message is sent once even if processes
 * run concurrently or die. Each round notifies a limited number of followers, so that a transaction
 * with a thousand followers does not delay the next block.
 */
import { deliver } from "#notifications";
import {
  isolateFailure,
  type Bus,
  type DatabaseTransaction,
  type Failed,
  type Log,
} from "#platform";
import { lockUnnotified, saveNotifiedState, type Follower } from "./followers-table.ts";
import type { WatchListDeps } from "./deps.ts";
import {
  isConfirmed,
  noticesDue,
  notifiedStateAfter,
  type Sighting,
  type NotifiedState,
} from "./sighting.ts";
import { markReported, listChanged, lockChanged } from "./sightings-table.ts";

/** Number of followers per database transaction. */
const TOGETHER = 50;
const ROUND_MAX = 200;

export interface NotifyDeps extends Pick<WatchListDeps, "database" | "clock"> {
  readonly bus: Bus;
  readonly log: Log;
  readonly failed: Failed[];
}

export async function notifyFollowers(
  deps: NotifyDeps,
  tip: { readonly height: number },
): Promise<void> {
  let remaining = ROUND_MAX;
  for (const txid of await listChanged(deps.database, ROUND_MAX))
    await isolateFailure(deps, txid, async () => {
      while (remaining > 0) {
        const recipientIds = await notifyBatch(deps, { txid, tipHeight: tip.height });
        for (const userId of recipientIds) deps.bus.publish("me", { userId, what: "mailbox" });
        remaining -= recipientIds.length;
        if (recipientIds.length < TOGETHER) break;
      }
    });
}

/**
 * Notifies a batch of followers. Returns the notified users, which are fewer than `TOGETHER` if no
 * followers remain.
 */
function notifyBatch(
  { database, clock }: NotifyDeps,
  { txid, tipHeight }: { readonly txid: string; readonly tipHeight: number },
): Promise<string[]> {
  return database.transaction(async (tx) => {
    const sighting = await lockChanged(tx, txid);
    if (!sighting) return [];
    const isDeep = isConfirmed(sighting, tipHeight);
    const unnotified = { txid, reorgs: sighting.reorgs, isConfirmed: isDeep, limit: TOGETHER };
    const readers = await lockUnnotified(tx, unnotified);
    for (const reader of readers)
      await notify(tx, { reader, sighting, tipHeight, now: clock.now() });
    if (readers.length < TOGETHER) await markReported(tx, txid);
    return readers.map(({ userId }) => userId);
  });
}

async function notify(
  tx: DatabaseTransaction,
  of: {
    readonly reader: Follower & NotifiedState;
    readonly sighting: Sighting;
    readonly tipHeight: number;
    readonly now: Date;
  },
): Promise<void> {
  const { reader, sighting, tipHeight, now } = of;
  const { userId, txid, isMailed } = reader;
  for (const template of noticesDue(reader, sighting, tipHeight))
    await deliver(tx, {
      userId,
      template,
      values: { txid, where: whereIs(sighting) },
      isMailboxOnly: !isMailed,
      now,
    });
  await saveNotifiedState(tx, { userId, txid, ...notifiedStateAfter(reader, sighting, tipHeight) });
}

function whereIs({ height, inMempool }: Sighting): string {
  if (height !== null) return `in block ${height}`;
  return inMempool
    ? "in the mempool, waiting for a block"
    : "neither in a block nor in the mempool";
}
