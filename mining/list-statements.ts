/**
 * A user's payouts, newest first, each with every input that went into it, so that a reader can add
 * it up again.
 */
import type { Queryable } from "#platform";
import type { EarnerKind } from "./earners-table.ts";
import { payoutsBefore, segmentsOf, type SegmentRow, type StatementRow } from "./payouts-table.ts";
import { allReferenceValues, type ReferenceValues } from "#treasury";
import { miningRefusals } from "./refusals.ts";

export interface StatementLine extends SegmentRow {
  readonly reference: ReferenceValues;
}

export interface StatementView extends StatementRow {
  readonly lines: readonly StatementLine[];
}

export interface StatementRequest {
  readonly userId: string;
  /** All when absent. */
  readonly kind?: EarnerKind | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const AFTER_ALL = 2n ** 63n - 1n;

/** Throws `cursor_malformed`. */
export async function listStatements(
  { database }: { readonly database: Queryable },
  { userId, kind, cursor, limit }: StatementRequest,
): Promise<{ items: StatementView[]; nextCursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw miningRefusals.cursor_malformed();
  const before = cursor === undefined ? AFTER_ALL : BigInt(cursor);
  const found = await payoutsBefore(database, { userId, kind, before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const rows = await segmentsOf(
    database,
    shown.map(({ id }) => id),
  );
  const references = await allReferenceValues(database);
  const byPayout = Map.groupBy(rows, ({ payoutId }) => payoutId);
  return {
    items: shown.map((row) => ({
      ...row,
      lines: (byPayout.get(row.id) ?? []).map((line) => withReference(line, references)),
    })),
    nextCursor: found.length > limit ? (shown.at(-1)?.position.toString() ?? null) : null,
  };
}

function withReference(line: SegmentRow, references: readonly ReferenceValues[]): StatementLine {
  const reference = references.find(({ id }) => id === line.referenceId);
  if (!reference) throw new Error(`no reference values ${line.referenceId}`);
  return { ...line, reference };
}
