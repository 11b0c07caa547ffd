/**
 * The hash chain of the audit log as an outsider can verify it. Each entry commits separately to
 * the part that the affected user is shown and to the rest, both with a secret nonce:
 *
 *     user hash = SHA-256(user nonce || JSON of the shown part)
 *     rest hash = SHA-256(rest nonce || JSON of administrator and affected user)
 *     hash      = SHA-256(previous hash || user hash || rest hash), with the hashes as hex text
 *
 * JSON has sorted keys and no whitespace. A user who knows the nonce of an entry can show that the
 * hash of every later entry depends on it, and learns nothing about entries of other users.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "#log";

/** The part of an audit entry that the affected user is shown. */
export interface ShownAction {
  readonly seq: number;
  /** RFC 3339 with milliseconds. */
  readonly at: string;
  /** True if the affected user is the administrator who performed the action. */
  readonly isOwn: boolean;
  readonly action: string;
  readonly reason: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** An entry of the chain without its content. */
export interface AuditLink {
  readonly seq: number;
  readonly previousHash: string;
  /** Null for entries from before the commitments. Only the operator can verify their hashes. */
  readonly userHash: string | null;
  readonly restHash: string | null;
  readonly hash: string;
}

/** The text that the user hash covers, after the nonce. */
export function shownText({ seq, at, isOwn, action, reason, before, after }: ShownAction): string {
  return canonicalJson({ seq, at, isOwn, action, reason, before, after });
}

export function hashShownAction(nonce: Uint8Array, shown: ShownAction): string {
  return bytesToHex(sha256(concatBytes(nonce, utf8ToBytes(shownText(shown)))));
}

function hashAuditLink(previousHash: string, userHash: string, restHash: string): string {
  return bytesToHex(sha256(utf8ToBytes(previousHash + userHash + restHash)));
}

/**
 * Returns the first error of a part of the chain, sorted oldest first, or undefined if each hash
 * depends on the previous one. Entries without commitments are accepted only at the beginning.
 */
export function checkAuditLinks(links: readonly AuditLink[]): string | undefined {
  let last: AuditLink | undefined;
  for (const link of links) {
    const { seq, previousHash, userHash, restHash, hash } = link;
    if (last && seq !== last.seq + 1) return `entry ${seq} follows entry ${last.seq}`;
    if (last && previousHash !== last.hash) return `entry ${seq} does not continue the chain`;
    if (userHash === null || restHash === null) {
      if (last && last.userHash !== null) return `entry ${seq} has no commitment`;
    } else if (hashAuditLink(previousHash, userHash, restHash) !== hash)
      return `the hash of entry ${seq} does not match`;
    last = link;
  }
  return undefined;
}
