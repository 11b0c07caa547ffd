/**
 * Writes an audit entry in the transaction of the recorded action, so that both are stored or
 * neither is.
 */
import { randomBytes } from "node:crypto";
import type { DatabaseTransaction } from "#platform";
import { auditHash, GENESIS_HASH, NONCES_BYTES, type AuditFacts } from "./audit-hash.ts";
import { insertEntry, lastEntry, lockAudit } from "./audit-table.ts";

export type AuditAction =
  | "user.first_administrator"
  | "user.add"
  | "user.view"
  | "user.change"
  | "user.email"
  | "user.delete"
  | "user.confirm_role"
  | "user.remove_factor"
  | "user.approve_reset"
  | "user.reject_reset"
  | "user.make_key"
  | "user.revoke_key"
  | "signing_key.rotate"
  | "support.answer"
  | "news.send"
  | "news.stop"
  | "settings.reference"
  | "settings.rate"
  | "settings.terms"
  | "settings.banner"
  | "history.add"
  | "treasury.fund"
  | "withdrawal.approve"
  | "withdrawal.reject"
  | "withdrawal.bump"
  | "withdrawal.child"
  | "withdrawal.give_up"
  | "cold.propose_descriptor"
  | "cold.set_descriptor"
  | "cold.reject_descriptor"
  | "cold.propose_return"
  | "cold.approve_return"
  | "cold.cancel_return"
  | "cold.import_return"
  | "cold.add_proof"
  | "pool.end_connections"
  | "payments.resume"
  | "pay.resume"
  | "adjustment.propose"
  | "adjustment.approve"
  | "adjustment.reject";

export interface AuditEvent {
  readonly at: Date;
  /** The acting user's id. */
  readonly actor: string;
  readonly action: AuditAction;
  /** The affected user's id. */
  readonly target: string | null;
  readonly reason: string | null;
  readonly before: AuditFacts;
  readonly after: AuditFacts;
}

/**
 * The newest entry of the audit log. With a copy of its number and hash outside the database, an
 * administrator can later prove that no entry was removed.
 */
export interface AuditHead {
  readonly seq: bigint;
  readonly hash: string;
}

export async function recordAudit(tx: DatabaseTransaction, event: AuditEvent): Promise<AuditHead> {
  await lockAudit(tx);
  const last = await lastEntry(tx);
  const prevHash = last?.hash ?? GENESIS_HASH;
  const content = { ...event, seq: (last?.seq ?? 0n) + 1n, nonces: randomBytes(NONCES_BYTES) };
  const hash = auditHash(prevHash, content);
  await insertEntry(tx, { ...content, prevHash, hash });
  return { seq: content.seq, hash };
}
