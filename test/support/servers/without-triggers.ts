/** Connects as the superuser and runs a change with triggers disabled. */
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
