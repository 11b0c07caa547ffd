/**
 * Sends news to all users who have turned on Promotions & News. The response is returned
 * immediately, and the messages are written in the background. The audit log records the hash of
 * the text and, if the news is stopped, the administrator who stopped it.
 */
import { createHash } from "node:crypto";
import type { Caller } from "#api/route";
import { NEWS_WAKE, newsBefore, startNews, stopNews, type News } from "#notifications";
import { newUuid, type Queryable } from "#platform";
import { countAdministratorWrite, requireAdministrator } from "#users";
import { recordAudit } from "#audit";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { sendOnce } from "./send-once.ts";

const CURSOR = /^nws_[0-9a-f]{32}$/;

export interface NewNews {
  readonly title: string;
  readonly text: string;
  /**
   * Id chosen by the client to recognise repeated requests. Without it, every request is separate
   * news.
   */
  readonly requestId?: string | undefined;
}

/**
 * Starts sending. Returns the number of recipients at that time. A repeated `requestId` returns the
 * first response, or 422 if the news differs.
 */
export async function publishNews(
  deps: AdminDeps,
  caller: Caller,
  { title, text, requestId = newUuid() }: NewNews,
): Promise<{ readonly id: string; readonly readers: number }> {
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const now = deps.clock.now();
  const news = await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    const sending = { sender: actor, requestId, words: ["news", title, text], now };
    return sendOnce(tx, sending, async () => {
      const started = await startNews(tx, { title, text, now });
      const sha256 = createHash("sha256").update(`${title}\n${text}`).digest("hex");
      await recordAudit(tx, {
        at: now,
        actor,
        action: "news.send",
        target: null,
        reason: null,
        before: {},
        after: { news: started.id, subject: title, sha256, people: started.readers },
      });
      return started;
    });
  });
  deps.bus.publish("wake", NEWS_WAKE);
  return news;
}

/** Stops sending. Throws 404 `news_not_found` or 409 `news_over`. */
export async function stopSendingNews(
  deps: AdminDeps,
  caller: Caller,
  id: string,
): Promise<{ readonly sent: number }> {
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await requireAdministrator(tx, { userId: actor, now });
    const { stopped, isKnown } = await stopNews(tx, { id, now });
    if (!stopped) throw isKnown ? adminRefusals.news_over() : adminRefusals.news_not_found();
    await recordAudit(tx, {
      at: now,
      actor,
      action: "news.stop",
      target: null,
      reason: null,
      before: {},
      after: { news: id, sent: stopped.sent, people: stopped.readers },
    });
    return { sent: stopped.sent };
  });
}

/** Returns news without their texts, newest first. Throws 400 `bad_cursor`. */
export async function listNews(
  queryable: Queryable,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw adminRefusals.bad_cursor();
  const rowsAndNext = await newsBefore(queryable, { beforeId: cursor, limit: limit + 1 });
  const items = rowsAndNext.slice(0, limit).map(({ text: _text, ...news }: News) => news);
  return { items, nextCursor: rowsAndNext.length > limit ? (items.at(-1)?.id ?? null) : null };
}
