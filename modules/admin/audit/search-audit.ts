/**
 * Searches the audit log for administrators. Entries contain the e-mail addresses of users who
 * still have one.
 */
import { adminLimits } from "#api/limits";
import { beginSlice, isUuid, type Queryable } from "#platform";
import { findEmails, findPeopleNamed } from "#users";
import { adminRefusals } from "../office/refusals.ts";
import {
  findActors,
  findEntries,
  lastEntry,
  placeOfDays,
  type AuditFilter,
  type AuditRow,
  findText,
  type AuditHead,
  ACTOR_NAMES,
  AUDIT_PROBLEMS_MAX,
  isInAuditLog,
  AUDIT_START,
  linkOf,
  verifyRange,
  userNonce,
} from "#audit";

/**
 * Number and hash of the last checked entry, from which the next check continues. At most 15
 * digits, so that the number is exact in JSON.
 */
const CHECK_CURSOR = /^([1-9]\d{0,14})_([0-9a-f]{64})$/;
const CURSOR = /^[1-9]\d{0,14}$/;
const DAY_MS = 86_400_000;

export interface AuditSearch {
  readonly cursor: string | undefined;
  readonly limit: number;
  /**
   * Complete address, part of a name or address, or id, of the actor or the target. An id also
   * finds deleted users.
   */
  readonly person?: string | undefined;
  /** Restricts the result to entries with this target id. */
  readonly target?: string | undefined;
  readonly action?: string | undefined;
  readonly text?: string | undefined;
  /** First and last UTC day, inclusive, such as `2026-03-01`. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Returns a page of entries. Throws 400 `bad_cursor`. */
export async function listAudit(queryable: Queryable, search: AuditSearch) {
  const trimmed = { ...search, text: search.text?.trim() || undefined };
  const { filter, isPeopleCut } = await filterOf(queryable, search);
  const { rows, nextCursor } = await pageOf(queryable, trimmed, filter);
  const ids = rows.flatMap(({ actor, target }) => (target === null ? [actor] : [actor, target]));
  const emails = await findEmails(queryable, [...new Set(ids)]);
  return {
    items: rows.map(({ seq, at, actor, action, target, reason, before, after, hash }) => ({
      seq: Number(seq),
      at,
      actorId: actor,
      actorEmail: ACTOR_NAMES.get(actor) ?? emails.get(actor) ?? null,
      action,
      targetId: target,
      targetEmail: target === null ? null : (emails.get(target) ?? null),
      reason,
      before,
      after,
      hash,
    })),
    nextCursor,
    isPeopleCut,
  };
}

/**
 * Returns entries about one account for its owner, without the names of administrators. Throws 400
 * `bad_cursor`.
 */
export async function listOwnAudit(
  queryable: Queryable,
  search: Pick<AuditSearch, "cursor" | "limit"> & { readonly target: string },
) {
  const { target } = search;
  const { rows, nextCursor } = await pageOf(queryable, search, { target });
  return {
    items: rows.map(({ seq, at, actor, action, reason, before, after, nonces }) => ({
      seq: Number(seq),
      at,
      isOwn: actor === target,
      action,
      reason,
      before,
      after,
      nonce: nonces && userNonce(nonces).toString("hex"),
    })),
    nextCursor,
  };
}

/**
 * Returns a page of the hash chain without the contents of the entries, newest first. Throws 400
 * `bad_cursor`.
 */
export async function listAuditLinks(
  queryable: Queryable,
  search: Pick<AuditSearch, "cursor" | "limit">,
) {
  const { rows, nextCursor } = await pageOf(queryable, search, {});
  const items: ReturnType<typeof linkOf>[] = [];
  const slice = beginSlice();
  for (const row of rows) {
    if (slice.isOver()) await slice.next();
    items.push(linkOf(row));
  }
  return { items, nextCursor };
}

/**
 * Returns the newest entry. An administrator can store it outside this installation as later proof
 * that no entry was removed.
 */
export async function auditHead(queryable: Queryable) {
  const last = await lastEntry(queryable);
  return last ? { seq: Number(last.seq), hash: last.hash, at: last.at } : null;
}

/**
 * Verifies one range of entries. `checkpoint` is an entry that the caller stored earlier; pass the
 * same one for every range. `own` is this installation's checkpoint, which the last range must
 * contain. Throws 400 `bad_cursor`.
 */
export async function checkAudit(
  queryable: Queryable,
  {
    cursor,
    checkpoint,
    own,
  }: {
    readonly cursor: string | undefined;
    readonly checkpoint: AuditHead | undefined;
    readonly own?: AuditHead | undefined;
  },
) {
  const after = cursor === undefined ? AUDIT_START : headIn(cursor);
  const limit = adminLimits.auditCheckEntries;
  const range = await verifyRange(queryable, { after, limit, checkpoint });
  const { entries, last, isEnd } = range;
  const problems = [...range.problems];
  if (isEnd && own && !(await isInAuditLog(queryable, own)))
    problems.push({ seq: own.seq, text: "does not match the checkpoint of this server" });
  const isDone = isEnd || problems.length >= AUDIT_PROBLEMS_MAX;
  const newest = await lastEntry(queryable);
  return {
    entries,
    head: last.seq === 0n ? null : { seq: Number(last.seq), hash: last.hash },
    newestSeq: Number(newest?.seq ?? 0n),
    problems: problems
      .slice(0, AUDIT_PROBLEMS_MAX)
      .map(({ seq, text }) => ({ seq: Number(seq), text })),
    nextCursor: isDone ? null : `${last.seq}_${last.hash}`,
  };
}

function headIn(cursor: string): AuditHead {
  const [, seq, hash] = CHECK_CURSOR.exec(cursor) ?? [];
  if (seq === undefined || hash === undefined) throw adminRefusals.bad_cursor();
  return { seq: BigInt(seq), hash };
}

async function pageOf(
  queryable: Queryable,
  { cursor, limit, text }: Pick<AuditSearch, "cursor" | "limit" | "text">,
  filter: AuditFilter,
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw adminRefusals.bad_cursor();
  const place = { ...filter, ...(await placeOf(queryable, cursor, filter)), limit: limit + 1 };
  const rowsAndNext =
    text === undefined
      ? await findEntries(queryable, place)
      : await findText(queryable, { ...place, text });
  const rows = rowsAndNext.slice(0, limit);
  return {
    rows,
    nextCursor: rowsAndNext.length > limit ? (rows.at(-1)?.seq.toString() ?? null) : null,
  };
}

async function placeOf(
  queryable: Queryable,
  cursor: string | undefined,
  { from, until }: AuditFilter,
) {
  const cursorSeq = cursor === undefined ? undefined : BigInt(cursor);
  if (from === undefined && until === undefined) return { beforeSeq: cursorSeq };
  const { afterSeq, beforeSeq = cursorSeq } = await placeOfDays(queryable, { from, until });
  const isCursorFirst =
    cursorSeq !== undefined && (beforeSeq === undefined || cursorSeq < beforeSeq);
  return { afterSeq, beforeSeq: isCursorFirst ? cursorSeq : beforeSeq };
}

async function filterOf(
  queryable: Queryable,
  search: AuditSearch,
): Promise<{ readonly filter: AuditFilter; readonly isPeopleCut: boolean }> {
  const { person, target, action, from, until } = search;
  const people = person === undefined ? undefined : await peopleOf(queryable, person.trim());
  const filter = {
    people: people?.ids,
    target,
    action,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(new Date(until).getTime() + DAY_MS),
  };
  return { filter, isPeopleCut: people?.isCut ?? false };
}

/**
 * Finds the users for a search text. Actors come first: there are only a few of them, while targets
 * are numerous and can be distinguished by their entries.
 */
async function peopleOf(queryable: Queryable, text: string) {
  if (isUuid(text)) return { ids: [text.toLowerCase()], isCut: false };
  const first = await findActors(queryable);
  return findPeopleNamed(queryable, { text, first, limit: adminLimits.auditPeople });
}
