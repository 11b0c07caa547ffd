/** Finds the caller of a request: a user by a session's token, or a program by an API key. */
import type { Caller, KeyCaller } from "#api/route";
import { authenticateKey } from "../keys/authenticate-key.ts";
import { isKey } from "../keys/key-secret.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { authenticate } from "./authenticate.ts";

/**
 * Returns the caller. Throws the errors of `authenticate` and `authenticateKey`. Do not call it
 * inside a transaction.
 */
export function identify(
  deps: UsersDeps,
  token: string | undefined,
  ip: string,
): Promise<Caller | KeyCaller> {
  return isKey(token) ? authenticateKey(deps, { secret: token, ip }) : authenticate(deps, token);
}
