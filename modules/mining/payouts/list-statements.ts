/**
 * Lists a user's payouts, newest first, with all inputs that a reader needs to recompute each
 * amount. A compacted day is listed as one payout and can be recomputed in the same way.
 */
import type { Queryable } from "#platform";
import { allReferenceValues, type ReferenceValues } from "#treasury";
import type { HashRateSourceKind } from "../accrual/hash-rate-sources-table.ts";
import { miningRefusals } from "../terms/refusals.ts";
import { statementLinesBefore, type PeriodRow, type StatementRow } from "./statements-table.ts";

export interface StatementLine extends PeriodRow {
  readonly reference: ReferenceValues;
}

export interface StatementView extends StatementRow {
  readonly lines: readonly StatementLine[];
}

export interface StatementRequest {
  readonly userId: string;
  /** Kind of hash-rate source. If unset, statements of all kinds are returned. */
  readonly kind?: HashRateSourceKind | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const AFTER_ALL = 2n ** 63n - 1n;

/** Returns a page of statements. Throws `cursor_malformed`. */
export async function listStatements(
  { database }: { readonly database: Queryable },
  { userId, kind, cursor, limit }: StatementRequest,
): Promise<{ items: StatementView[]; nextCursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw miningRefusals.cursor_malformed();
  const before = cursor === undefined ? AFTER_ALL : BigInt(cursor);
  const rows = await statementLinesBefore(database, { userId, kind, before, limit: limit + 1 });
  const references = await allReferenceValues(database);
  const statements = [...Map.groupBy(rows, ({ id }) => id).values()];
  const shown = statements.slice(0, limit);
  return {
    items: shown.flatMap((lines) => withLines(lines, references)),
    nextCursor: statements.length > limit ? (shown.at(-1)?.[0]?.position.toString() ?? null) : null,
  };
}

/** Returns the user's statement with this id, or undefined. */
export async function findStatement(
  database: Queryable,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<StatementView | undefined> {
  const page = { userId, id, kind: undefined, before: AFTER_ALL, limit: 1 };
  const rows = await statementLinesBefore(database, page);
  return withLines(rows, await allReferenceValues(database))[0];
}

/** Joins the lines of one statement. Returns an empty list if there are no lines. */
function withLines(
  lines: readonly (StatementRow & PeriodRow)[],
  references: readonly ReferenceValues[],
): StatementView[] {
  const [first] = lines;
  return first ? [{ ...first, lines: lines.map((line) => withReference(line, references)) }] : [];
}

function withReference(line: PeriodRow, references: readonly ReferenceValues[]): StatementLine {
  const reference = references.find(({ id }) => id === line.referenceId);
  if (!reference) throw new Error(`no reference values ${line.referenceId}`);
  return { ...line, reference };
}
