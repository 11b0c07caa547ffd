/** Presents an entry of the hash chain without its content, so that users can verify the chain. */
import type { AuditLink } from "#proofs";
import { commitmentsOf } from "./audit-hash.ts";
import type { AuditRow } from "./audit-table.ts";

export function linkOf(row: AuditRow): AuditLink {
  const { seq, prevHash: previousHash, hash } = row;
  const { userHash = null, restHash = null } = commitmentsOf(row) ?? {};
  return { seq: Number(seq), previousHash, userHash, restHash, hash };
}
