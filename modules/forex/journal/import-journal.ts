/**
 * Reads the journal's CSV file. Only plan, note, tags and mistakes are read. A file with an invalid
 * line changes nothing.
 */
import { journalLimits } from "#api/limits";
import { beginSlice, PRACTICE_LABEL, type DatabaseTransaction } from "#platform";
import { writePlans, type OrderPlan } from "../book/plans-table.ts";
import { tagsOfCell, textOfCell } from "./journal-csv.ts";
import type { JournalDeps } from "./journal-deps.ts";
import {
  entriesWithIds,
  isEntry,
  lockJournal,
  lockOrders,
  writeNotes,
  type EntryNote,
  type EntryRow,
} from "./journal-table.ts";
import { readRows, type Row } from "./read-rows.ts";
import { journalRefusals } from "./refusals.ts";
import { assertRoom, distinct } from "./write-entry.ts";

interface FileEntry {
  readonly line: number;
  readonly orderId: string;
  readonly plan: { readonly text: string; readonly tags: readonly string[] };
  readonly note: {
    readonly text: string;
    readonly tags: readonly string[];
    readonly mistakes: readonly string[];
  };
}

/** Columns that a file must have. */
const READ = ["Order", "Plan", "Plan tags", "Note", "Tags", "Mistakes"] as const;
type ReadColumn = (typeof READ)[number];

/** Applies the file to an account's journal. Throws a refusal for the first invalid line. */
export async function importJournal(
  { database, clock, people }: JournalDeps,
  of: { readonly userId: string; readonly accountId: string; readonly text: string },
): Promise<{ readonly rows: number; readonly changed: number }> {
  const { userId, accountId, text } = of;
  // The practice label and the cursor of the next file are rows as well.
  const rows = await readRows(text, journalLimits.journalRowsMax + 3);
  const entries = await entriesIn(rows);
  return database.transaction(async (tx) => {
    await people.requirePerson(tx, userId);
    const counts = await lockJournal(tx, userId);
    const states = await lockOrders(
      tx,
      accountId,
      entries.filter(hasPlan).map(({ orderId }) => orderId),
    );
    const stored = await entriesWithIds(
      tx,
      accountId,
      entries.map(({ orderId }) => orderId),
    );
    const now = clock.now();
    const plans: OrderPlan[] = [];
    const notes: EntryNote[] = [];
    for (const entry of entries) {
      const { line, orderId, plan, note } = entry;
      const row = stored.get(orderId);
      if (!row)
        throw journalRefusals.journal_file_order({ line: String(line), order: shown(orderId) });
      const owner = { orderId, userId, accountId };
      if (isPlanChanged(entry, row)) {
        if (states.get(orderId) !== "PENDING")
          throw journalRefusals.journal_file_plan({ line: String(line) });
        plans.push({ ...owner, ...plan, writtenAt: now });
      }
      // An order without a trade and a plan is no entry.
      if (isNoteChanged(entry, row) && !isEntry(row) && !hasPlan(entry))
        throw journalRefusals.journal_file_order({ line: String(line), order: shown(orderId) });
      if (isNoteChanged(entry, row)) notes.push({ ...owner, ...note, changedAt: now });
    }
    const before = (count: number, items: readonly EntryRow["id"][], field: keyof EntryRow) => {
      const added = items.filter((id) => stored.get(id)?.[field] === null).length;
      // A full journal accepts changes.
      return added === 0 ? 0 : count + added - 1;
    };
    const idsOf = (items: readonly { readonly orderId: string }[]) =>
      items.map(({ orderId }) => orderId);
    assertRoom({
      plans: before(counts.plans, idsOf(plans), "planText"),
      notes: before(counts.notes, idsOf(notes), "noteText"),
    });
    await write(tx, plans, notes);
    const changed = new Set([...plans, ...notes].map(({ orderId }) => orderId)).size;
    return { rows: entries.length, changed };
  });
}

async function write(
  tx: DatabaseTransaction,
  plans: readonly OrderPlan[],
  notes: readonly EntryNote[],
): Promise<void> {
  await writePlans(tx, plans);
  await writeNotes(tx, notes);
}

function hasPlan({ plan }: FileEntry): boolean {
  return plan.text !== "" || plan.tags.length > 0;
}

/** True if the file has another plan. A file without a plan keeps the stored plan. */
function isPlanChanged(entry: FileEntry, { planText, planTags }: EntryRow): boolean {
  if (!hasPlan(entry)) return false;
  const { text, tags } = entry.plan;
  return text !== planText || !isSame(tags, planTags);
}

function isNoteChanged({ note }: FileEntry, row: EntryRow): boolean {
  const { text, tags, mistakes } = note;
  if (row.noteText === null) return text !== "" || tags.length + mistakes.length > 0;
  return text !== row.noteText || !isSame(tags, row.noteTags) || !isSame(mistakes, row.mistakes);
}

function isSame(tags: readonly string[], stored: readonly string[] | null): boolean {
  return tags.join(";") === (stored ?? []).join(";");
}

/** Returns the entries of the rows. Throws a refusal for the first invalid row. */
async function entriesIn([head, ...rows]: readonly Row[]): Promise<readonly FileEntry[]> {
  const names = (head?.cells ?? []).map((cell) => cell.trim());
  const places = new Map(READ.map((column) => [column, names.indexOf(column)]));
  for (const [column, place] of places)
    if (place === -1) throw journalRefusals.journal_file_head({ column });
  const entries = new Map<string, FileEntry>();
  const slice = beginSlice();
  for (const row of rows.filter(isRowOfEntry)) {
    if (slice.isOver()) await slice.next();
    const entry = entryOf(row, places);
    const { orderId } = entry;
    if (entries.has(orderId))
      throw journalRefusals.journal_file_twice({ line: String(row.line), order: shown(orderId) });
    entries.set(orderId, entry);
  }
  if (entries.size === 0) throw journalRefusals.journal_file_empty();
  return [...entries.values()];
}

/** False for the practice label and the cursor, which the export writes below the rows. */
function isRowOfEntry({ cells: [first = ""] }: Row): boolean {
  return first !== PRACTICE_LABEL && !first.startsWith("More: ask with cursor=");
}

function entryOf({ line, cells }: Row, places: ReadonlyMap<ReadColumn, number>): FileEntry {
  const cell = (column: ReadColumn) => cells[places.get(column) ?? -1] ?? "";
  const text = (column: "Plan" | "Note", max: number) => {
    const read = textOfCell(cell(column));
    if (read.length <= max && journalLimits.textPattern.test(read)) return read;
    throw journalRefusals.journal_file_text({
      line: String(line),
      column: column.toLowerCase(),
      max: max.toLocaleString("en-US"),
    });
  };
  const tags = (column: "Plan tags" | "Tags" | "Mistakes") => {
    const { tagsMax, tagMax, tagPattern } = journalLimits;
    const read = distinct(tagsOfCell(cell(column)));
    if (read.length <= tagsMax && read.every((tag) => tagPattern.test(tag))) return read;
    throw journalRefusals.journal_file_tags({
      line: String(line),
      column: column.toLowerCase(),
      max: String(tagsMax),
      characters: String(tagMax),
    });
  };
  return {
    line,
    orderId: cell("Order").trim(),
    plan: { text: text("Plan", journalLimits.planMax), tags: tags("Plan tags") },
    note: {
      text: text("Note", journalLimits.noteMax),
      tags: tags("Tags"),
      mistakes: tags("Mistakes"),
    },
  };
}

const SHOWN_CHARACTERS = 60;

function shown(orderId: string): string {
  return orderId.slice(0, SHOWN_CHARACTERS);
}
