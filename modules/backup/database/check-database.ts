/**
 * Checks that a restored database matches the original: the schema is the same, the ledger is
 * balanced and the audit log is valid.
 */
import { appliedMigrations, StartError, type Queryable } from "#platform";
import { readAuditCheckpoint, verifyAudit } from "#audit";
import { verifyLedger } from "#ledger";
import { shapeOf } from "./shape.ts";

export interface Shape {
  readonly schema: readonly string[];
  readonly shape: string;
}

export async function readShape(queryable: Queryable): Promise<Shape> {
  return { schema: await appliedMigrations(queryable), shape: await shapeOf(queryable) };
}

/**
 * Checks the database. `dataDir` contains the copied audit checkpoint. Throws a StartError with a
 * one-line message.
 */
export async function checkDatabase(
  database: Queryable,
  { dataDir, expected }: { readonly dataDir: string; readonly expected: Shape },
): Promise<{ readonly auditEntries: number }> {
  const shape = await readShape(database);
  if (JSON.stringify(shape) !== JSON.stringify(expected))
    throw new StartError("The restored copy has different tables than the database.");
  const problems = await verifyLedger(database);
  const [problem] = problems;
  if (problem)
    throw new StartError(
      `The ledger of the restored copy has problems: ${problem.check} of ${problem.subject}, and ${problems.length - 1} more.`,
    );
  const { head } = await readAuditCheckpoint(dataDir);
  const auditReport = await verifyAudit(database, head);
  const [fault] = auditReport.problems;
  if (fault)
    throw new StartError(
      `The audit log of the copy is not intact: entry ${fault.seq} ${fault.text}.`,
    );
  return { auditEntries: auditReport.entries };
}
