/** The audit trail as administrators search it: entries with the addresses of who still has one. */
import type { Queryable } from "#platform";
import { findEmails, listPeople } from "#users";
import { adminRefusals } from "../refusals.ts";
import { findEntries, lastEntry, type AuditFilter, type AuditRow } from "./audit-table.ts";
import type { AuditHead } from "./record-audit.ts";
import { SERVICE_ACTOR, SERVICE_ACTOR_NAME } from "./service-actor.ts";
import { verifyAudit } from "./verify-audit.ts";

const CURSOR = /^[1-9]\d{0,17}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY_MS = 86_400_000;
/** Of people whose name or address has the text that is searched for. */
const PEOPLE_MAX = 100;

export interface AuditSearch {
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Text in name or address, or an id, which a deleted person still has; matched with who did it and to whom. */
  readonly person?: string | undefined;
  /** Only what was done to this id. */
  readonly target?: string | undefined;
  readonly action?: string | undefined;
  readonly text?: string | undefined;
  /** UTC days, `2026-03-01`, both included. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Throws 400 `bad_cursor`. */
export async function listAudit(queryable: Queryable, search: AuditSearch) {
  const { rows, nextCursor } = await pageOf(queryable, search, await filterOf(queryable, search));
  const ids = rows.flatMap(({ actor, target }) => (target === null ? [actor] : [actor, target]));
  const emails = await findEmails(queryable, [...new Set(ids)]);
  return {
    items: rows.map(({ seq, at, actor, action, target, reason, before, after, hash }) => ({
      seq: Number(seq),
      at,
      actorId: actor,
      actorEmail: actor === SERVICE_ACTOR ? SERVICE_ACTOR_NAME : (emails.get(actor) ?? null),
      action,
      targetId: target,
      targetEmail: target === null ? null : (emails.get(target) ?? null),
      reason,
      before,
      after,
      hash,
    })),
    nextCursor,
  };
}

/** What was done to one account, for its owner: an administrator is not named to him. Throws 400 `bad_cursor`. */
export async function listOwnAudit(
  queryable: Queryable,
  search: Pick<AuditSearch, "cursor" | "limit"> & { readonly target: string },
) {
  const { target } = search;
  const { rows, nextCursor } = await pageOf(queryable, search, { target });
  return {
    items: rows.map(({ seq, at, actor, action, reason, before, after }) => ({
      seq: Number(seq),
      at,
      isOwn: actor === target,
      action,
      reason,
      before,
      after,
    })),
    nextCursor,
  };
}

/** Where the trail ends now. Kept outside this installation it shows later that nothing was cut off. */
export async function auditHead(queryable: Queryable) {
  const last = await lastEntry(queryable);
  return last ? { seq: Number(last.seq), hash: last.hash, at: last.at } : null;
}

/** `kept` is a head that somebody noted down earlier. */
export async function checkAudit(queryable: Queryable, kept?: AuditHead) {
  const { entries, head, problems } = await verifyAudit(queryable, kept);
  return {
    entries,
    head: head ? { seq: Number(head.seq), hash: head.hash } : null,
    problems: problems.map(({ seq, text }) => ({ seq: Number(seq), text })),
  };
}

async function pageOf(
  queryable: Queryable,
  { cursor, limit }: Pick<AuditSearch, "cursor" | "limit">,
  filter: AuditFilter,
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw adminRefusals.bad_cursor();
  const beforeSeq = cursor === undefined ? undefined : BigInt(cursor);
  const found = await findEntries(queryable, { ...filter, beforeSeq, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.seq.toString() ?? null) : null };
}

async function filterOf(queryable: Queryable, search: AuditSearch): Promise<AuditFilter> {
  const { person, target, action, text, from, until } = search;
  return {
    people: person === undefined ? undefined : await idsOf(queryable, person),
    target,
    action,
    text: text?.trim() || undefined,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(new Date(until).getTime() + DAY_MS),
  };
}

async function idsOf(queryable: Queryable, person: string): Promise<string[]> {
  const text = person.trim();
  if (UUID.test(text)) return [text.toLowerCase()];
  const found = await listPeople(queryable, {
    search: text,
    filter: "all",
    limit: PEOPLE_MAX,
    now: new Date(0),
  });
  return found.items.map(({ id }) => id);
}
