/**
 * Stores the terms that administrators post: prices, minimums, limits. Each module has its own
 * append-only table of this shape. A row applies from valid_from until the subject's next row, so
 * earlier agreements keep their terms. If two administrators change the same subject at the same
 * time, the second change is refused.
 */
import type { Clock } from "./clock.ts";
import type { DatabaseTransaction, Queryable } from "./database/database.ts";
import { newId } from "./ids.ts";
import { defineRefusals } from "./errors/refusal.ts";

export const postedTermsRefusals = defineRefusals({
  posted_terms_unknown: {
    status: 404,
    title: "Not Found",
    text: "There is no such setting.",
  },
  posted_terms_changed: {
    status: 409,
    title: "Changed by someone else",
    text: "Somebody else changed this while you looked. Look at the new values before you change them again.",
  },
  posted_terms_invalid: { status: 422, title: "Invalid Value", text: "{fault}" },
  posted_terms_jump: {
    status: 422,
    title: "Type It Again",
    text: "{fields}: a change by more than a factor of 10 counts only when the new value is typed a second time.",
  },
  posted_terms_same: {
    status: 422,
    title: "Nothing to Change",
    text: "These are the values in force already.",
  },
});

export interface PostedTerms {
  readonly id: string;
  readonly subject: string;
  /** Amounts in the smallest unit of each field. A switch is 1 or 0. */
  readonly values: Readonly<Record<string, bigint>>;
  readonly validFrom: Date;
  readonly source: string;
  readonly setBy: string;
}

/** The validated values, or the reason to refuse them. */
type Verdict =
  | { readonly values: Readonly<Record<string, bigint>> }
  | { readonly fault: string }
  | { readonly jump: string };

export interface TermsPosting {
  readonly subject: string;
  /** Id of the newest version that the administrator saw before making the change. */
  readonly seenId: string;
  readonly source: string;
  readonly setBy: string;
}

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly terms: Readonly<Record<string, string>>;
  readonly validFrom: Date;
  readonly source: string;
  readonly setBy: string;
}

/** A subject of terms and its name for administrators. */
interface Subject<Kind extends string> {
  readonly kind: Kind;
  readonly subject: string;
  readonly name: string;
}

export interface TermsMoment {
  readonly now: Date;
  /** Hours until an increase takes effect. 0 if increases take effect immediately. */
  readonly waitHours: number;
}

/**
 * A module's terms. `Typed` is the input of the administrators' form, which only `judge`
 * interprets.
 */
export interface TermsTable<Kind extends string, Typed> {
  /**
   * Returns the terms of each subject that are in force at `now`. Without `now`, returns the newest
   * terms.
   */
  at<Name extends string = string>(
    queryable: Queryable,
    now?: Date,
  ): Promise<(subject: string) => Readonly<Record<Name, bigint>>>;
  /**
   * Returns a subject's fields in force at `now` under the waiting period. A decrease applies at
   * once and an increase after the waiting period, so each field is the lowest value in force
   * during that period. An administrator who increases a limit thus gains nothing before other
   * administrators can see the change. If decreases wait instead, the highest value applies. A
   * future date, which occurs after the clock was set back, waits as well. `exceptBy` ignores the
   * increases and decreases that this user posted.
   */
  afterWait<Name extends string>(
    queryable: Queryable,
    of: {
      readonly subject: string;
      readonly changes: Readonly<Record<Name, "raise" | "lowering">>;
      readonly exceptBy?: string | null | undefined;
    },
    moment: TermsMoment,
  ): Promise<Readonly<Record<Name, bigint>>>;
  /** Returns all subjects with at most `limit` versions, newest first. */
  history(
    queryable: Queryable,
    limit: number,
  ): Promise<(Subject<Kind> & { readonly versions: readonly PostedTerms[] })[]>;
  /**
   * Adds a version that applies immediately. Throws a Refusal if the change is invalid or another
   * version of the terms was posted in the meantime.
   */
  post(
    tx: DatabaseTransaction,
    clock: Clock,
    change: TermsPosting & Typed & { readonly kind: string },
  ): Promise<{ readonly before: PostedTerms; readonly after: PostedTerms }>;
}

export function termsTable<Kind extends string, Typed>(
  table: string,
  subjects: readonly Subject<Kind>[],
  judge: (kind: Kind, present: Readonly<Record<string, bigint>>, typed: Typed) => Verdict,
): TermsTable<Kind, Typed> {
  return {
    async at(queryable, now) {
      const posted = await postedTermsAt(queryable, table, now);
      return (subject) => {
        const terms = posted.get(subject);
        if (!terms) throw new Error(`no terms of ${subject} in ${table}`);
        return terms.values;
      };
    },
    afterWait: (queryable, of, moment) => postedTermsAfterWait(queryable, table, of, moment),
    async history(queryable, limit) {
      const versions = await postedTermsHistory(queryable, table, limit);
      return subjects.map((one) => ({ ...one, versions: versions.get(one.subject) ?? [] }));
    },
    async post(tx, clock, change) {
      const term = subjects.find(
        ({ kind, subject }) => kind === change.kind && subject === change.subject,
      );
      if (!term) throw postedTermsRefusals.posted_terms_unknown();
      return postTerms(tx, clock, table, change, (present) => judge(term.kind, present, change));
    },
  };
}

const HOUR_MS = 3_600_000;
/** Id prefix of terms posted by migrations. */
const START_ID = "trm_start_";
const COLUMNS = `id, subject, terms, valid_from as "validFrom", source, set_by as "setBy"`;

async function postedTermsAt(
  queryable: Queryable,
  table: string,
  now: Date | undefined,
): Promise<Map<string, PostedTerms>> {
  const newest = (where: string) =>
    `select distinct on (subject) ${COLUMNS} from ${table} ${where} order by subject, valid_from desc`;
  const rows = now
    ? await queryable.query<Row>(newest("where valid_from <= $1"), [now])
    : await queryable.query<Row>(newest(""));
  return new Map(rows.map((row) => [row.subject, asTerms(row)]));
}

async function postedTermsAfterWait<Name extends string>(
  queryable: Queryable,
  table: string,
  of: {
    readonly subject: string;
    readonly changes: Readonly<Record<Name, "raise" | "lowering">>;
    readonly exceptBy?: string | null | undefined;
  },
  { now, waitHours }: TermsMoment,
): Promise<Readonly<Record<Name, bigint>>> {
  const { subject, changes, exceptBy = null } = of;
  const since = waitHours === 0 ? "infinity" : new Date(now.getTime() - waitHours * HOUR_MS);
  const fields = Object.entries<string>(changes).map(
    ([name, waiting]) =>
      `${waiting === "raise" ? "min" : "max"}((terms ->> '${name}')::bigint) as "${name}"`,
  );
  const [row] = await queryable.query<Record<Name, bigint>>(
    `with posted as (
       select terms, valid_from from ${table}
       where subject = $3 and ($4 or set_by <> $2)
     )
     select ${fields.join(", ")} from posted
     where valid_from >= coalesce(
       (select max(valid_from) from posted where valid_from <= $1), '-infinity')`,
    [since, exceptBy, subject, exceptBy === null],
  );
  if (!row || Object.values(row).includes(null)) throw new Error(`no terms of ${subject}`);
  return row;
}

async function postedTermsHistory(
  queryable: Queryable,
  table: string,
  limit: number,
): Promise<Map<string, PostedTerms[]>> {
  const rows = await queryable.query<Row>(
    `select ${COLUMNS} from (
       select *, row_number() over (partition by subject order by valid_from desc) as number from ${table}
     ) as numbered where number <= $1 order by valid_from desc`,
    [limit],
  );
  const versions = Map.groupBy(
    rows.map((row) => asTerms(row)),
    ({ subject }) => subject,
  );
  return new Map(Array.from(versions, ([subject, all]) => [subject, withoutOldStart(all)]));
}

/**
 * Omits start terms that were replaced by newer start terms, because these replacements are not
 * administrators' changes. They occur because an update that adds fields posts all start terms
 * again.
 */
function withoutOldStart(newestFirst: readonly PostedTerms[]): PostedTerms[] {
  const isStart = (version: PostedTerms | undefined) => version?.id.startsWith(START_ID) ?? false;
  return newestFirst.filter((one, place) => !isStart(one) || !isStart(newestFirst[place - 1]));
}

async function postTerms(
  tx: DatabaseTransaction,
  clock: Clock,
  table: string,
  { subject, seenId, source, setBy }: TermsPosting,
  judge: (present: Readonly<Record<string, bigint>>) => Verdict,
): Promise<{ readonly before: PostedTerms; readonly after: PostedTerms }> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [table]);
  const [row] = await tx.query<Row>(
    `select ${COLUMNS} from ${table} where subject = $1 order by valid_from desc limit 1`,
    [subject],
  );
  if (!row) throw postedTermsRefusals.posted_terms_unknown();
  const before = asTerms(row);
  if (before.id !== seenId) throw postedTermsRefusals.posted_terms_changed();
  const verdict = judge(before.values);
  if ("fault" in verdict) throw postedTermsRefusals.posted_terms_invalid({ fault: verdict.fault });
  if ("jump" in verdict) throw postedTermsRefusals.posted_terms_jump({ fields: verdict.jump });
  const { values } = verdict;
  if (Object.entries(values).every(([name, value]) => before.values[name] === value))
    throw postedTermsRefusals.posted_terms_same();
  const now = clock.now();
  const validFrom = new Date(Math.max(now.getTime(), before.validFrom.getTime() + 1));
  const after = { id: newId("trm", now), subject, values, validFrom, source, setBy };
  const terms = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.toString()]),
  );
  await tx.query(
    `insert into ${table} (id, subject, terms, valid_from, source, set_by) values ($1, $2, $3, $4, $5, $6)`,
    [after.id, subject, JSON.stringify(terms), validFrom, source, setBy],
  );
  return { before, after };
}

function asTerms({ terms, ...row }: Row): PostedTerms {
  const entries = Object.entries(terms).map(([name, value]) => [name, BigInt(value)]);
  return { ...row, values: Object.fromEntries(entries) as Record<string, bigint> };
}
