/**
 * Sends news in the background, to a few hundred users per transaction. Each transaction also saves
 * the last user, so that a crash neither skips a user nor writes to a user twice. Users who turn
 * news off before their turn are skipped.
 */
import {
  derivedUuid,
  failpoint,
  newId,
  startWorker,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
  type Worker,
} from "#platform";
import { messagesFor, type WrittenMessage } from "../delivery/messages-for.ts";
import { insertMessages } from "../messages/messages-table.ts";
import { insertOutboxRows } from "../outbox/outbox-table.ts";
import { countReaders, lockReaders } from "../delivery/recipients-table.ts";
import { insertNews, lockSending, markStopped, moveOn, newsById, type News } from "./news-table.ts";

export interface NewsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

const TOGETHER = 500;
const EVERY_MS = 5_000;
const WORKER = "news";

/**
 * Saves the news. The worker sends it after the commit, or immediately after `bus.publish("wake",
 * NEWS_WAKE)`.
 */
export async function startNews(
  tx: DatabaseTransaction,
  { title, text, now }: { readonly title: string; readonly text: string; readonly now: Date },
): Promise<{ readonly id: string; readonly readers: number }> {
  const id = newId("nws", now);
  const readers = await countReaders(tx);
  await insertNews(tx, { id, title, text, readers, announcedAt: now });
  return { id, readers };
}

export const NEWS_WAKE = { worker: WORKER } as const;

/**
 * Stops sending. Messages that were already written remain. `stopped` is undefined if there is no
 * news with this id or its sending has ended.
 */
export async function stopNews(
  tx: DatabaseTransaction,
  stop: { readonly id: string; readonly now: Date },
): Promise<{ readonly stopped: News | undefined; readonly isKnown: boolean }> {
  const stopped = await markStopped(tx, stop);
  const isKnown = stopped !== undefined || (await newsById(tx, stop.id)) !== undefined;
  return { stopped, isKnown };
}

export function startNewsWorker(deps: NewsDeps & { readonly log: Log }): Worker {
  return startWorker(deps, {
    name: WORKER,
    everyMs: EVERY_MS,
    run: (signal) => sendNews(deps, signal),
  });
}

export async function sendNews(
  deps: NewsDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let isOnItsWay = true; isOnItsWay && !signal.aborted;) {
    const written = await deps.database.transaction((tx) => writeSome(tx, deps.clock));
    failpoint("news.written");
    for (const userId of written ?? []) deps.bus.publish("me", { userId, what: "mailbox" });
    isOnItsWay = written !== undefined;
  }
}

/**
 * Writes the next batch of messages. Returns the ids of their users, or undefined if there is no
 * news to send.
 */
async function writeSome(tx: DatabaseTransaction, clock: Clock): Promise<string[] | undefined> {
  const news = await lockSending(tx);
  if (!news) return undefined;
  const readers = await lockReaders(tx, { afterUser: news.afterUser, limit: TOGETHER });
  const now = clock.now();
  const written = readers.flatMap((reader) => {
    const { title, text } = news;
    const notification = {
      userId: reader.userId,
      template: "news",
      values: { title, text },
      now,
    } as const;
    return messagesFor(reader, notification).map((one) => namedAfter(one, news));
  });
  await insertMessages(
    tx,
    written.map(({ message }) => message),
  );
  await insertOutboxRows(
    tx,
    written.flatMap(({ outbox }) => outbox ?? []),
  );
  failpoint("news.writing");
  await moveOn(tx, {
    id: news.id,
    afterUser: readers.at(-1)?.userId ?? null,
    sent: written.length,
    endedAt: readers.length < TOGETHER ? now : null,
  });
  return written.map(({ message }) => message.userId);
}

/**
 * Returns the message with an id derived from the news and the user, so that each user gets at most
 * one message per news.
 */
function namedAfter({ message, outbox }: WrittenMessage, { id }: News): WrittenMessage {
  const uuid = derivedUuid(id.slice("nws_".length), message.userId);
  const messageId = `ltr_${uuid.replaceAll("-", "")}`;
  return { message: { ...message, id: messageId }, outbox: outbox && { ...outbox, messageId } };
}
