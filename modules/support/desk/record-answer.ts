/**
 * An administrator's answer on the support desk, in the audit log: to whom, in which thread, and
 * the hash of its text.
 */
import { createHash } from "node:crypto";
import { recordAudit } from "#audit";
import type { DatabaseTransaction } from "#platform";

interface Answer {
  readonly actor: string;
  /** Null: a visitor's conversation. */
  readonly target: string | null;
  /** Id of the ticket or conversation. */
  readonly about: string;
  readonly text: string;
  readonly at: Date;
}

/** Part of the answer's transaction. */
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
