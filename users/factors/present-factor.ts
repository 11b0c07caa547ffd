/** A factor as Supabase Auth presents it inside a user. */
import type { FactorRow } from "./factors-table.ts";

export function presentFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name === "" ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...(factor.last_challenged_at
      ? { last_challenged_at: factor.last_challenged_at.toISOString() }
      : {}),
  };
}
