/** Imports a broker's history for the journal, and deletes imports. */
import { journalLimits } from "#api/limits";
import { newUuid } from "#platform";
import type { JournalDeps } from "../journal/journal-deps.ts";
import { journalRefusals } from "../journal/refusals.ts";
import {
  deleteImport,
  insertImport,
  insertImportedTrades,
  lockImports,
  newAmong,
  type ImportRow,
} from "./imports-table.ts";
import { readHistory } from "./read-history.ts";

export interface AddImport {
  readonly userId: string;
  readonly name: string;
  readonly text: string;
  readonly timeZone?: string | undefined;
}

/**
 * Stores the trades that earlier imports have not stored. Throws the refusals of `readHistory`,
 * `too_many_imports` or `too_many_imported_trades`.
 */
export async function addImport(
  { database, clock, people }: JournalDeps,
  { userId, name, text, timeZone }: AddImport,
): Promise<ImportRow> {
  const { format, trades, skipped, ...history } = await readHistory(text, timeZone);
  return database.transaction(async (tx) => {
    await people.requirePerson(tx, userId);
    const stored = await lockImports(tx, userId);
    const { importsMax, importedTradesMax } = journalLimits;
    if (stored.imports >= importsMax)
      throw journalRefusals.too_many_imports({ max: String(importsMax) });
    const added = await newAmong(tx, { userId, format }, trades);
    if (stored.trades + added.length > importedTradesMax)
      throw journalRefusals.too_many_imported_trades({
        max: importedTradesMax.toLocaleString("en-US"),
      });
    const now = clock.now();
    const row = {
      id: newUuid(now),
      name,
      format,
      ...history,
      importedAt: now,
      duplicates: trades.length - added.length,
      skipped,
    };
    await insertImport(tx, { ...row, userId });
    await insertImportedTrades(tx, { userId, importId: row.id, format, now }, added);
    return { ...row, trades: added.length };
  });
}

/** Deletes an import with its trades. Throws `import_unknown`. */
export async function removeImport(
  { database }: Pick<JournalDeps, "database">,
  of: { readonly userId: string; readonly importId: string },
): Promise<void> {
  if (!(await database.transaction((tx) => deleteImport(tx, of))))
    throw journalRefusals.import_unknown();
}
