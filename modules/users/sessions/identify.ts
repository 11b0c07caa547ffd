/** Who asks: a person by the token of a session, or a program by a key. */
import type { Caller, KeyCaller } from "#api/route";
import { authenticateKey } from "../keys/authenticate-key.ts";
import { isKey } from "../keys/key-secret.ts";
import type { UsersParts } from "../parts/users-parts.ts";
import { authenticate } from "./authenticate.ts";

/** Throws what `authenticate` and `authenticateKey` throw. Not for use inside a transaction. */
export function identify(
  parts: UsersParts,
  token: string | undefined,
  ip: string,
): Promise<Caller | KeyCaller> {
  return isKey(token) ? authenticateKey(parts, { secret: token, ip }) : authenticate(parts, token);
}
