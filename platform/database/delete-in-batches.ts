/** Deletes expired rows in small statements, so that no statement holds locks for long. */
import type { Queryable } from "./database.ts";

/** Maximum number of rows per statement. */
const ROWS_MAX = 5_000;

/**
 * Deletes the rows of `table` for which `where` holds. Both are SQL text of the program. `where`
 * refers to `values` as $1, $2 and so on.
 */
export async function deleteInBatches(
  database: Queryable,
  table: string,
  {
    where,
    values = [],
    rowsMax = ROWS_MAX,
  }: {
    readonly where: string;
    readonly values?: readonly unknown[];
    readonly rowsMax?: number;
  },
): Promise<void> {
  let deleted: readonly unknown[];
  do
    deleted = await database.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${rowsMax})) returning 1`,
      values,
    );
  while (deleted.length === rowsMax);
}
