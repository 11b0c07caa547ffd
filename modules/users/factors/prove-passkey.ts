/**
 * Verifies a passkey's signature as second factor, in the caller's transaction. Attempts are not
 * counted, because a signature cannot be guessed. A failure is written to the login history.
 * **Commit the transaction whatever the verdict is.**
 */
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { checkAssertion } from "../passkeys/ceremonies.ts";
import type { Assertion } from "#api/passkey";
import { findPasskey, recordPasskeyUse } from "../passkeys/passkeys-table.ts";
import { insertLogin } from "../sessions/login-history-table.ts";
import { lockSecondFactor } from "./factors-table.ts";
import type { TakenCode } from "./take-code.ts";

/** Name of the method in the token's `amr` and in the login history. */
export const BY_PASSKEY = "webauthn";

export interface PasskeyTry {
  /** Id of the user to authenticate. Another user's passkey is refused. */
  readonly userId: string;
  readonly assertion: Assertion;
  /** The challenge to sign; null if the challenge was issued for a code. */
  readonly challenge: string | null;
  readonly visitor: Visitor;
  readonly now: Date;
}

export async function provePasskey(
  tx: DatabaseTransaction,
  { relyingParty }: Pick<UsersDeps, "relyingParty">,
  { userId, assertion, challenge, visitor, now }: PasskeyTry,
): Promise<TakenCode & { readonly method: typeof BY_PASSKEY }> {
  // The lock serialises concurrent signatures, so that each one is checked against the current
  // counter.
  await lockSecondFactor(tx, userId);
  const passkey = await findPasskey(tx, assertion.id);
  const use =
    passkey?.user_id === userId && challenge !== null && relyingParty !== undefined
      ? await checkAssertion(relyingParty, passkey, { assertion, challenge })
      : undefined;
  if (passkey === undefined || use === undefined) {
    const login = { userId, method: BY_PASSKEY, isSuccess: false, now };
    await insertLogin(tx, { ...login, ...visitor });
    return { verdict: "wrong", method: BY_PASSKEY };
  }
  await recordPasskeyUse(tx, { factorId: passkey.factor_id, ...use, now });
  return { verdict: "ok", factorId: passkey.factor_id, method: BY_PASSKEY };
}
