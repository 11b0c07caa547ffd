/** An administrator's answer on the support desk, in the trail: to whom, in which thread, and the hash of its text. */
import { createHash } from "node:crypto";
import type { RecordAnswer } from "#support";
import { recordAudit } from "./record-audit.ts";

export const recordAnswer: RecordAnswer = (tx, { actor, target, about, text, at }) =>
  recordAudit(tx, {
    at,
    actor,
    action: "support.answer",
    target,
    reason: null,
    before: {},
    after: { thread: about, sha256: createHash("sha256").update(text).digest("hex") },
  });
