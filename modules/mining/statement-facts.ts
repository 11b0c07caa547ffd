/** Returns one statement in the API's form, for its receipt. */
import type { Queryable } from "#platform";
import { presentStatement } from "./present-statement.ts";
import { findStatement } from "./payouts/list-statements.ts";

/** Returns undefined if the user has no statement with this id. */
export async function statementFacts(
  database: Queryable,
  of: { readonly userId: string; readonly id: string },
) {
  const statement = await findStatement(database, of);
  return statement && presentStatement(statement);
}
