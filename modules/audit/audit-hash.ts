/**
 * Computes the hash of an audit entry. Entries with nonces commit separately to the part that the
 * affected user is shown (`core/proofs/audit-links.ts`). The hash of an older entry is SHA-256 of
 * the previous entry's hash followed by the entry as JSON. Pure. It uses Node's SHA-256, because
 * the whole log is verified every hour.
 */
import { hash } from "node:crypto";
import { canonicalJson } from "#log";
import { shownText } from "#proofs";

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
  /**
   * Two random nonces of 32 bytes, for the part that the affected user is shown and for the rest.
   * Null for an entry without commitments.
   */
  readonly nonces: Buffer | null;
}

/** Previous hash of the first entry. */
export const GENESIS_HASH = "0".repeat(64);

const NONCE_BYTES = 32;
export const NONCES_BYTES = 2 * NONCE_BYTES;

/** Returns the hash as 64 hex digits. */
export function auditHash(previousHash: string, content: AuditContent): string {
  const commitments = commitmentsOf(content);
  if (commitments)
    return hash("sha256", previousHash + commitments.userHash + commitments.restHash);
  const { actor, target } = content;
  const entry = { ...sharedPart(content), actor, target };
  return hash("sha256", previousHash + canonicalJson(entry));
}

export interface Commitments {
  readonly userHash: string;
  readonly restHash: string;
}

/** Returns undefined for an entry without commitments. */
export function commitmentsOf(content: AuditContent): Commitments | undefined {
  const { actor, target, nonces } = content;
  if (nonces === null) return undefined;
  const shown = { ...sharedPart(content), isOwn: actor === target };
  return {
    userHash: hashWithNonce(userNonce(nonces), shownText(shown)),
    restHash: hashWithNonce(nonces.subarray(NONCE_BYTES), canonicalJson({ actor, target })),
  };
}

/** Returns the nonce that the affected user receives. */
export function userNonce(nonces: Buffer): Buffer {
  return nonces.subarray(0, NONCE_BYTES);
}

function hashWithNonce(nonce: Buffer, text: string): string {
  return hash("sha256", Buffer.concat([nonce, Buffer.from(text)]));
}

function sharedPart({ seq, at, action, reason, before, after }: AuditContent) {
  return { seq: Number(seq), at: at.toISOString(), action, reason, before, after };
}
