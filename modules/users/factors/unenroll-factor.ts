/**
 * Removes a factor. An active factor can be removed only within minutes of entering a code. All
 * other sessions then end, and this session's level drops to what its remaining factors support.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { lockUser } from "../people/users-table.ts";
import { lockWithdrawals } from "../people/withdrawals-lock.ts";
import { requireFreshProof } from "../proofs/require-step-up.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { endAccess } from "../sessions/end-access.ts";
import { lowerSession, type SessionRow } from "../sessions/sessions-table.ts";
import {
  deleteFactor,
  FACTOR_WORDS,
  findFactors,
  lockSecondFactor,
  type FactorRow,
} from "./factors-table.ts";
import { dropRecoveryCodes } from "./recovery-codes.ts";
import { requireFactor } from "./require-factor.ts";

export async function unenrollFactor(
  deps: UsersDeps,
  { user, session }: OpenedSession,
  factorId: string,
  visitor: Visitor,
): Promise<void> {
  const { bus, callerCache, clock, database } = deps;
  const userId = user.id;
  const now = clock.now();
  const endedIds = await database.transaction(async (tx) => {
    await lockSecondFactor(tx, userId);
    await lockUser(tx, userId);
    const factor = await requireFactor(tx, { userId, factorId });
    if (factor.status === "unverified") {
      await deleteFactor(tx, factor.id);
      return [];
    }
    if (session.aal !== "aal2")
      throw new SignInRefusal("insufficient_aal", {
        status: 422,
        text: "AAL2 required to unenroll verified factor",
      });
    await requireFreshProof(tx, session, now);
    return takeOff(tx, factor, { session, now, visitor });
  });
  callerCache.dropUser(userId);
  if (endedIds.length > 0) bus.publish("session-ended", { sessionIds: endedIds });
  bus.publish("me", { userId, what: "profile" });
  bus.publish("me", { userId, what: "mailbox" });
}

async function takeOff(
  tx: DatabaseTransaction,
  factor: FactorRow,
  { session, now, visitor }: { session: SessionRow; now: Date; visitor: Visitor },
): Promise<string[]> {
  const userId = factor.user_id;
  await deleteFactor(tx, factor.id);
  await lockWithdrawals(tx, { userId, now });
  const rest = (await findFactors(tx, userId)).filter(({ status }) => status === "verified");
  if (rest.length === 0) await dropRecoveryCodes(tx, userId);
  const provesAnother = rest.some(({ id }) => session.proved_factor_ids.includes(id));
  if (!provesAnother) await lowerSession(tx, session.id);
  const what = FACTOR_WORDS[factor.factor_type];
  const values = { what, at: now.toISOString(), ip: visitor.ip, rest: restText(rest.length) };
  await deliver(tx, { userId, template: "second_factor_off", values, now });
  return endAccess(tx, { userId, allBut: session.id });
}

function restText(count: number): string {
  if (count === 0) return "Your password alone is now enough to sign in.";
  return count === 1
    ? "One other authenticator or passkey still protects your account."
    : `${count} other authenticators and passkeys still protect your account.`;
}
