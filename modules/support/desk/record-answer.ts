/**
 * Records an administrator's answer in the audit log: the user, the thread and the hash of the
 * text.
 */
import { createHash } from "node:crypto";
import { recordAudit } from "#audit";
import type { DatabaseTransaction } from "#platform";

interface Answer {
  readonly actor: string;
  /** Id of the user; null for a visitor's conversation. */
  readonly target: string | null;
  /** Id of the ticket or conversation. */
  readonly about: string;
  readonly text: string;
  readonly at: Date;
}

/** Writes the audit entry. Runs in the transaction of the answer. */
export async function recordAnswer(
  tx: DatabaseTransaction,
  { actor, target, about, text, at }: Answer,
): Promise<void> {
  await recordAudit(tx, {
    at,
    actor,
    action: "support.answer",
    target,
    reason: null,
    before: {},
    after: { thread: about, sha256: createHash("sha256").update(text).digest("hex") },
  });
}
