/** The rule that determines which routes accept a key. Pure. */
import type { KeyCaller, KeyScope } from "#api/route";
import { userRefusals } from "../rules/refusals.ts";

/**
 * Throws 403 `not_for_keys` or `key_scope_missing` if the key may not use a route with this
 * `scope`. Routes without a scope accept no keys.
 */
export function requireScope({ scopes }: KeyCaller, scope: KeyScope | undefined): void {
  if (scope === undefined) throw userRefusals.not_for_keys();
  if (!scopes.includes(scope))
    throw userRefusals.key_scope_missing({ scope, has: scopes.join(", ") });
}
