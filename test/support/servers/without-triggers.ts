/** Runs a change with triggers disabled, for which it connects as the superuser. */
import type { Database } from "#platform";
import { asSuperuser } from "./database.ts";

export function behindTheGuard(
  database: Database,
  sql: string,
  values: readonly unknown[] = [],
): Promise<void> {
  return asSuperuser(database, (superuser) =>
    superuser.transaction(async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query(sql, [...values]);
    }),
  );
}
