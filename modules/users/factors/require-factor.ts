/**
 * Finds one of the user's factors. Another user's factor gets the same response as an unknown one.
 */
import type { Queryable } from "#platform";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { findFactor, type FactorRow } from "./factors-table.ts";

/** Returns the factor. Throws 404 mfa_factor_not_found. */
export async function requireFactor(
  queryable: Queryable,
  named: { readonly userId: string; readonly factorId: string },
): Promise<FactorRow> {
  const factor = await findFactor(queryable, named);
  if (!factor) throw new SignInRefusal("mfa_factor_not_found");
  return factor;
}
