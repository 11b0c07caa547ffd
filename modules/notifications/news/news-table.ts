/** SQL statements for news. Ids contain the time, so they also serve as sort order and cursor. */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface News {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Number of users who had news turned on when the news was published. */
  readonly readers: number;
  readonly announcedAt: Date;
  readonly state: "sending" | "sent" | "stopped";
  readonly sent: number;
  readonly endedAt: Date | null;
}

const COLUMNS = `id, title, text, readers, announced_at as "announcedAt", state, sent, ended_at as "endedAt"`;

export async function insertNews(
  tx: DatabaseTransaction,
  news: Pick<News, "id" | "title" | "text" | "readers" | "announcedAt">,
): Promise<void> {
  await tx.query(
    `insert into notifications_news (id, title, text, readers, announced_at) values ($1, $2, $3, $4, $5)`,
    [news.id, news.title, news.text, news.readers, news.announcedAt],
  );
}

/**
 * Returns the oldest unfinished news and the last user to whom it was sent. Locks the row until the
 * commit.
 */
export async function lockSending(
  tx: DatabaseTransaction,
): Promise<(News & { readonly afterUser: string | null }) | undefined> {
  const [news] = await tx.query<News & { readonly afterUser: string | null }>(
    `select ${COLUMNS}, after_user as "afterUser" from notifications_news where state = 'sending'
     order by id limit 1 for update`,
  );
  return news;
}

/** Saves the progress of sending. `afterUser` is the last user to whom a message was written. */
export async function moveOn(
  tx: DatabaseTransaction,
  step: {
    readonly id: string;
    readonly afterUser: string | null;
    readonly sent: number;
    /** When sending finished; null if more users remain. */
    readonly endedAt: Date | null;
  },
): Promise<void> {
  await tx.query(
    `update notifications_news set after_user = coalesce($2, after_user), sent = sent + $3,
       state = case when $4::timestamptz is null then 'sending' else 'sent' end, ended_at = $4 where id = $1`,
    [step.id, step.afterUser, step.sent, step.endedAt],
  );
}

/**
 * Marks the news as stopped, after waiting for the transaction that is writing messages. Returns
 * undefined if the news is not being sent.
 */
export async function markStopped(
  tx: DatabaseTransaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<News | undefined> {
  const [news] = await tx.query<News>(
    `update notifications_news set state = 'stopped', ended_at = $2 where id = $1 and state = 'sending'
     returning ${COLUMNS}`,
    [id, now],
  );
  return news;
}

export async function newsById(queryable: Queryable, id: string): Promise<News | undefined> {
  const [news] = await queryable.query<News>(
    `select ${COLUMNS} from notifications_news where id = $1`,
    [id],
  );
  return news;
}

/** Returns news, newest first. */
export function newsBefore(
  queryable: Queryable,
  { beforeId, limit }: { readonly beforeId: string | undefined; readonly limit: number },
): Promise<News[]> {
  return queryable.query<News>(
    `select ${COLUMNS} from notifications_news where $1::text is null or id < $1 order by id desc limit $2`,
    [beforeId ?? null, limit],
  );
}
