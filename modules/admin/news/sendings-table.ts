/**
 * SQL statements for messages that administrators sent with a client-chosen id. No other file
 * accesses the table.
 */
import { deleteInBatches, type DatabaseTransaction, type Queryable } from "#platform";

/**
 * Days for which repeated requests are recognised. Longer than a browser tab usually stays open.
 */
const KEPT_DAYS = 30;

/** A client-chosen id and the administrator who sent it. */
export interface SendingKey {
  readonly sender: string;
  readonly requestId: string;
}

/**
 * Inserts the id. Returns false if the administrator used it before. Waits for a concurrent request
 * with the same id.
 */
export async function insertSending(
  tx: DatabaseTransaction,
  sending: SendingKey & { readonly sha256: string; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into admin_sendings (sender, request_id, sha256, sent_at) values ($1, $2, $3, $4)
     on conflict (sender, request_id) do nothing returning request_id`,
    [sending.sender, sending.requestId, sending.sha256, sending.now],
  );
  return rows.length > 0;
}

export async function saveAnswer(
  tx: DatabaseTransaction,
  { sender, requestId, answer }: SendingKey & { readonly answer: unknown },
): Promise<void> {
  await tx.query("update admin_sendings set answer = $3 where sender = $1 and request_id = $2", [
    sender,
    requestId,
    JSON.stringify(answer),
  ]);
}

export async function findSending(
  queryable: Queryable,
  { sender, requestId }: SendingKey,
): Promise<{ readonly sha256: string; readonly answer: unknown } | undefined> {
  const [sending] = await queryable.query<{ sha256: string; answer: unknown }>(
    "select sha256, answer from admin_sendings where sender = $1 and request_id = $2",
    [sender, requestId],
  );
  return sending;
}

/** Deletes ids after `KEPT_DAYS`. Called by a worker. */
export async function sweepSendings(queryable: Queryable, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await deleteInBatches(queryable, "admin_sendings", { where: "sent_at < $1", values: [until] });
}
