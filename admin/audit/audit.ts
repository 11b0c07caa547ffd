/** The audit trail as administrators read it: entries with the addresses of who still has one. */
import type { Queryable } from "#platform";
import { findEmails } from "#users";
import { adminRefusals } from "../refusals.ts";
import { findEntries } from "./audit-table.ts";
import { verifyAudit } from "./verify-audit.ts";

const CURSOR = /^[1-9]\d{0,17}$/;

/** Throws 400 `bad_cursor`. */
export async function listAudit(
  queryable: Queryable,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
) {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw adminRefusals.bad_cursor();
  const beforeSeq = cursor === undefined ? undefined : BigInt(cursor);
  const found = await findEntries(queryable, { beforeSeq, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const ids = rows.flatMap(({ actor, target }) => (target === null ? [actor] : [actor, target]));
  const emails = await findEmails(queryable, [...new Set(ids)]);
  return {
    items: rows.map(({ seq, at, actor, action, target, reason, before, after, hash }) => ({
      seq: Number(seq),
      at,
      actorId: actor,
      actorEmail: emails.get(actor) ?? null,
      action,
      targetId: target,
      targetEmail: target === null ? null : (emails.get(target) ?? null),
      reason,
      before,
      after,
      hash,
    })),
    nextCursor: found.length > limit ? (rows.at(-1)?.seq.toString() ?? null) : null,
  };
}

export async function checkAudit(queryable: Queryable) {
  const { entries, head, problems } = await verifyAudit(queryable);
  return {
    entries,
    head: head ? { seq: Number(head.seq), hash: head.hash } : null,
    problems: problems.map(({ seq, text }) => ({ seq: Number(seq), text })),
  };
}
