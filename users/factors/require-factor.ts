/** A factor of this user. Another's answers as one that does not exist. */
import { isUuid, type Queryable } from "#platform";
import { AuthError } from "../auth/auth-error.ts";
import { findFactor, type FactorRow } from "./factors-table.ts";

/** Throws 404 mfa_factor_not_found. */
export async function requireFactor(
  queryable: Queryable,
  { userId, factorId }: { readonly userId: string; readonly factorId: string },
): Promise<FactorRow> {
  const factor = isUuid(factorId) ? await findFactor(queryable, { userId, factorId }) : undefined;
  if (!factor) throw new AuthError("mfa_factor_not_found");
  return factor;
}
