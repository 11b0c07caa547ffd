/** Lists payouts for a user's measured work, newest first, each with all its inputs. */
import type { Queryable } from "#platform";
import { allReferenceValues, type ReferenceValues } from "#treasury";
import type { WorkLine } from "./settle-work.ts";
import { linesOfPayouts, workPayoutsBefore, type WorkPayoutRow } from "./statements-table.ts";

export interface WorkStatement extends WorkPayoutRow {
  readonly lines: readonly (WorkLine & { readonly reference: ReferenceValues })[];
}

export async function listWorkStatements(
  queryable: Queryable,
  page: { readonly userId: string; readonly before: bigint; readonly limit: number },
): Promise<{ items: WorkStatement[]; nextCursor: string | null }> {
  const payouts = await workPayoutsBefore(queryable, { ...page, limit: page.limit + 1 });
  const shown = payouts.slice(0, page.limit);
  const lines = Map.groupBy(
    await linesOfPayouts(
      queryable,
      shown.map(({ id }) => id),
    ),
    ({ payoutId }) => payoutId,
  );
  const references = new Map(
    (await allReferenceValues(queryable)).map((values) => [values.id, values]),
  );
  const withReference = (line: WorkLine) => {
    const reference = references.get(line.referenceId);
    if (!reference) throw new Error(`no reference values ${line.referenceId}`);
    return { ...line, reference };
  };
  return {
    items: shown.map((row) => ({ ...row, lines: (lines.get(row.id) ?? []).map(withReference) })),
    nextCursor: payouts.length > page.limit ? (shown.at(-1)?.position.toString() ?? null) : null,
  };
}
