/**
 * Sends notifications about unread answers. A user with an open tab is present, so an answer
 * creates no notification at first. If the user has not read the answer some minutes later, the
 * user gets one notification, and no other until the user reads or writes again.
 */
import { chatLimits } from "#api/limits";
import { deliver } from "#notifications";
import {
  startWorker,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
  type Worker,
} from "#platform";
import {
  findUnreadAnswers,
  lockUnreadAnswer,
  markNotificationSent,
  type UnreadSince,
} from "./chats-table.ts";

interface UnreadDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

const EVERY_MS = 60_000;
const MINUTE_MS = 60_000;
const TOGETHER = 100;
/**
 * Maximum age of an answer. Older answers, for example after a long downtime, cause no
 * notification.
 */
const LATEST_MS = 86_400_000;

export function startUnreadNotifications(deps: UnreadDeps): Worker {
  return startWorker(deps, {
    name: "unread answers",
    everyMs: EVERY_MS,
    run: (signal) => writeUnreadNotifications(deps, signal),
  });
}

/**
 * Runs one round. A notification that fails is logged and retried in the next round. The remaining
 * notifications are still sent.
 */
export async function writeUnreadNotifications(
  { database, clock, bus, log }: UnreadDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const now = clock.now();
  const unread = {
    before: new Date(now.getTime() - chatLimits.notifyAfterMinutes * MINUTE_MS),
    since: new Date(now.getTime() - LATEST_MS),
  };
  let chatIds: string[] = [];
  do {
    const after = chatIds.at(-1) ?? "";
    chatIds = await findUnreadAnswers(database, { ...unread, after, limit: TOGETHER });
    for (const chatId of chatIds) {
      if (signal.aborted) return;
      try {
        const recipientId = await database.transaction((tx) =>
          writeNotification(tx, { chatId, ...unread, now }),
        );
        if (recipientId !== undefined) bus.publish("me", { userId: recipientId, what: "mailbox" });
      } catch (error) {
        log.error({ error, chatId }, "could not notify a user of an unread answer");
      }
    }
  } while (chatIds.length === TOGETHER);
}

/**
 * Returns the id of the notified user. Undefined if the user has read the answer, or another
 * process has already notified the user.
 */
async function writeNotification(
  tx: DatabaseTransaction,
  { now, ...unread }: UnreadSince & { readonly chatId: string; readonly now: Date },
): Promise<string | undefined> {
  const answer = await lockUnreadAnswer(tx, unread);
  if (!answer) return undefined;
  const { userId, text } = answer;
  await markNotificationSent(tx, unread.chatId);
  const isSent = await deliver(tx, { userId, template: "chat_answered", values: { text }, now });
  return isSent ? userId : undefined;
}
