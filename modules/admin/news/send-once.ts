/**
 * What an administrator sends stands once under the id that they chose: after a lost answer the
 * same click again is answered as the first time, without a second message or a second entry of the
 * trail. The id of something else is refused, not swallowed.
 */
import { createHash } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";
import { adminRefusals } from "../office/refusals.ts";
import { findSending, insertSending, saveAnswer } from "./sendings-table.ts";

export interface Sending {
  readonly sender: string;
  readonly requestId: string;
  /** Everything that makes it this one: what kind, to whom, and the words. */
  readonly words: readonly string[];
}

/** The answer of the first time; undefined: not sent yet. Refuses `request_reused`. */
export async function answerOfSending<Answer>(
  queryable: Queryable,
  sending: Sending,
): Promise<Answer | undefined> {
  const earlier = await findSending(queryable, sending);
  if (earlier && earlier.sha256 !== hashOf(sending)) throw adminRefusals.request_reused();
  return earlier?.answer as Answer | undefined;
}

/** Calls `send` only the first time. Refuses `request_reused`. */
export async function sendOnce<Answer>(
  tx: DatabaseTransaction,
  sending: Sending & { readonly now: Date },
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await insertSending(tx, { ...sending, sha256: hashOf(sending) }))) {
    const answer = await answerOfSending<Answer>(tx, sending);
    if (answer === undefined) throw new Error("a sending vanished");
    return answer;
  }
  const answer = await send();
  await saveAnswer(tx, { ...sending, answer });
  return answer;
}

function hashOf({ words }: Sending): string {
  return createHash("sha256").update(JSON.stringify(words)).digest("hex");
}
