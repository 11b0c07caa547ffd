/**
 * Computes the hash of an audit entry: SHA-256 of the previous entry's hash followed by this entry
 * as JSON with sorted keys. Pure.
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "#log";

/**
 * State before or after the action. Must not contain names or addresses, because audit entries are
 * kept after a user is deleted.
 */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface AuditContent {
  readonly seq: bigint;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly reason: string | null;
  readonly before: AuditFacts;
  readonly after: AuditFacts;
}

/** Previous hash of the first entry. */
export const GENESIS_HASH = "0".repeat(64);

/** Returns the hash as 64 hex digits. */
export function auditHash(previousHash: string, content: AuditContent): string {
  const { seq, at, actor, action, target, reason, before, after } = content;
  const entry = {
    seq: Number(seq),
    at: at.toISOString(),
    actor,
    action,
    target,
    reason,
    before,
    after,
  };
  return createHash("sha256").update(previousHash).update(canonicalJson(entry)).digest("hex");
}
