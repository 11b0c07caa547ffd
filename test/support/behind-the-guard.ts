/** A change of the database as somebody with its password could make it: triggers off. */
import type { Database } from "#platform";

export function behindTheGuard(
  database: Database,
  sql: string,
  values: readonly unknown[] = [],
): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query(sql, [...values]);
  });
}
