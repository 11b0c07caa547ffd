/** The admin endpoints open to the service key alone. */
import type { UsersDeps } from "../../deps/users-deps.ts";
import { faultOfServiceKey, type ServiceKeyFault } from "../../service-key/service-key.ts";
import { AuthError } from "../wire/auth-error.ts";

/**
 * Throws no_authorization, bad_jwt, or not_admin for the token of a person, an administrator's too.
 */
export async function requireServiceKey(
  deps: UsersDeps,
  authorization: string | undefined,
): Promise<void> {
  const fault = await faultOfServiceKey(deps, authorization);
  if (fault) throw asAuthError(fault);
}

function asAuthError(keyFault: ServiceKeyFault): AuthError {
  if (keyFault.fault === "missing") return new AuthError("no_authorization");
  if (keyFault.fault === "not_service") return new AuthError("not_admin", "User not allowed");
  const what =
    "reason" in keyFault
      ? `unable to parse or verify signature, ${keyFault.reason}`
      : "this service key was replaced";
  return new AuthError("bad_jwt", `invalid JWT: ${what}`);
}
