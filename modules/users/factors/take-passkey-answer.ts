/**
 * Verifies a passkey in place of a code, for a single action of a signed-in user. The challenge is
 * requested as for a second factor and is used up by the verification, whether or not it succeeds.
 * **Commit the transaction whatever the verdict is.**
 */
import type { PasskeyAnswer } from "#api/passkey";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { lockSecondFactor, takeChallenge } from "./factors-table.ts";
import { provePasskey } from "./prove-passkey.ts";
import type { CodeVerdict } from "./take-code.ts";

export async function takePasskeyAnswer(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "relyingParty">,
  attempt: {
    readonly userId: string;
    readonly answer: PasskeyAnswer;
    readonly visitor: Visitor;
    readonly now: Date;
  },
): Promise<CodeVerdict> {
  const { userId, answer, visitor, now } = attempt;
  await lockSecondFactor(tx, userId);
  const challengeRow = await takeChallenge(tx, { challengeId: answer.challengeId, userId });
  const isGood =
    challengeRow !== undefined && challengeRow.expires_at > now && challengeRow.ip === visitor.ip;
  const challenge = isGood ? challengeRow.passkey_challenge : null;
  const tried = { userId, assertion: answer.credential, challenge, visitor, now };
  return (await provePasskey(tx, deps, tried)).verdict;
}
