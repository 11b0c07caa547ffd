/**
 * Sends each administrator message once per client-chosen id. A client that lost the response can
 * repeat the request and receives the first response, without a second message or audit entry. An
 * id that was used for a different message is refused.
 */
import { createHash } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";
import { adminRefusals } from "../office/refusals.ts";
import { findSending, insertSending, saveAnswer } from "./sendings-table.ts";

export interface Sending {
  readonly sender: string;
  readonly requestId: string;
  /** Values that identify the message: kind, recipient and text. */
  readonly words: readonly string[];
}

/**
 * Returns the first response, or undefined if the message has not been sent yet. Throws
 * `request_reused`.
 */
export async function answerOfSending<Answer>(
  queryable: Queryable,
  sending: Sending,
): Promise<Answer | undefined> {
  const earlier = await findSending(queryable, sending);
  if (earlier && earlier.sha256 !== hashOf(sending)) throw adminRefusals.request_reused();
  return earlier?.answer as Answer | undefined;
}

/**
 * Calls `send` only for the first request with the id. Returns the first response. Throws
 * `request_reused`.
 */
export async function sendOnce<Answer>(
  tx: DatabaseTransaction,
  sending: Sending & { readonly now: Date },
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await insertSending(tx, { ...sending, sha256: hashOf(sending) }))) {
    const answer = await answerOfSending<Answer>(tx, sending);
    if (answer === undefined) throw new Error("the stored message has disappeared");
    return answer;
  }
  const answer = await send();
  await saveAnswer(tx, { ...sending, answer });
  return answer;
}

function hashOf({ words }: Sending): string {
  return createHash("sha256").update(JSON.stringify(words)).digest("hex");
}
