/** The rule for which routes a key opens. Pure. */
import type { KeyCaller, KeyScope } from "#api/route";
import { userRefusals } from "../rules/refusals.ts";

/**
 * `scope` is the scope of the route. A route without one accepts no keys. Throws 403 `not_for_keys`
 * and `key_scope_missing`.
 */
export function requireScope({ scopes }: KeyCaller, scope: KeyScope | undefined): void {
  if (scope === undefined) throw userRefusals.not_for_keys();
  if (!scopes.includes(scope))
    throw userRefusals.key_scope_missing({ scope, has: scopes.join(", ") });
}
