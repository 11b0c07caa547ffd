/** Writes the plan of a pending order, and the note of an entry. */
import { journalLimits } from "#api/limits";
import type { DatabaseTransaction } from "#platform";
import { writePlans, type Plan } from "../book/plans-table.ts";
import type { JournalDeps } from "./journal-deps.ts";
import {
  findEntry,
  isEntry,
  lockJournal,
  lockOrders,
  writeNotes,
  type EntryRow,
  type JournalCounts,
  type Note,
} from "./journal-table.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { journalRefusals } from "./refusals.ts";

interface OfEntry {
  readonly userId: string;
  readonly orderId: string;
}

/**
 * Writes the plan. Throws `journal_entry_unknown`, `journal_plan_frozen` after the order has ended,
 * or `journal_full`.
 */
export async function setPlan(
  deps: JournalDeps,
  entry: OfEntry,
  { text, tags }: Plan,
): Promise<EntryRow> {
  return changeEntry(deps, entry, async (tx, row, counts) => {
    if (row.planText === null) assertRoom({ ...counts, notes: 0 });
    const states = await lockOrders(tx, row.accountId, [row.id]);
    if (states.get(row.id) !== "PENDING") throw journalRefusals.journal_plan_frozen();
    await writePlans(tx, [
      {
        orderId: row.id,
        userId: entry.userId,
        accountId: row.accountId,
        text,
        tags: distinct(tags),
        writtenAt: deps.clock.now(),
      },
    ]);
  });
}

/** Writes the note. Throws `journal_entry_unknown` or `journal_full`. */
export async function setNote(
  deps: JournalDeps,
  entry: OfEntry,
  { text, tags, mistakes }: Note,
): Promise<EntryRow> {
  return changeEntry(deps, entry, async (tx, row, counts) => {
    if (row.noteText === null) assertRoom({ ...counts, plans: 0 });
    if (!isEntry(row)) throw journalRefusals.journal_entry_unknown();
    await writeNotes(tx, [
      {
        orderId: row.id,
        userId: entry.userId,
        accountId: row.accountId,
        text,
        tags: distinct(tags),
        mistakes: distinct(mistakes),
        changedAt: deps.clock.now(),
      },
    ]);
  });
}

async function changeEntry(
  { database, people }: JournalDeps,
  entry: OfEntry,
  write: (tx: DatabaseTransaction, row: EntryRow, counts: JournalCounts) => Promise<void>,
): Promise<EntryRow> {
  return database.transaction(async (tx) => {
    await people.requirePerson(tx, entry.userId);
    const counts = await lockJournal(tx, entry.userId);
    const row = await findEntry(tx, entry);
    if (!row) throw journalRefusals.journal_entry_unknown();
    await write(tx, row, counts);
    const changed = await findEntry(tx, entry);
    if (!changed) throw new Error(`the order ${entry.orderId} disappeared`);
    return changed;
  });
}

/** Throws `journal_full` if the journal has more plans or notes than allowed. */
export function assertRoom({ plans, notes }: JournalCounts): void {
  const { entriesMax } = journalLimits;
  if (Math.max(plans, notes) < entriesMax) return;
  throw forexRefusals.journal_full({ max: entriesMax.toLocaleString("en-US") });
}

/** Removes repeated tags. */
export function distinct(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)];
}
