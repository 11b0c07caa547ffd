/**
 * Handles POST /api/v1/me/step-up: the user re-authenticates with the password or, with two-factor
 * authentication, with the second factor. Wrong passwords are limited per session, because a stolen
 * session must not allow guessing the password. Strangers' guesses at sign-in are counted
 * separately, so that they cannot block the owner.
 */
import { stepUpLimits } from "#api/limits";
import type { Caller } from "#api/route";
import { proveSecondFactor } from "../factors/prove-second-factor.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { HasherBusy } from "../passwords/password-hasher.ts";
import { findUserById } from "../people/users-table.ts";
import { recordProof } from "../proofs/proofs-table.ts";
import { countHit } from "../rules/rate-counters-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { lockSession } from "../sessions/sessions-table.ts";
import { checkPassword } from "./check-password.ts";

export type Proof = { readonly password: string } | { readonly code: string };

/**
 * Renews the session's authentication. Throws 422 `wrong_password` and similar refusals, or 429
 * `too_many_proofs`, `session_blocked` or `passwords_busy`.
 */
export async function renewProof(
  deps: UsersDeps,
  caller: Caller,
  { proof, visitor }: { readonly proof: Proof; readonly visitor: Visitor },
): Promise<{ readonly provenUntil: Date }> {
  if (deps.hosted) throw userRefusals.step_up_elsewhere();
  await limitProofs(deps, caller);
  const now = deps.clock.now();
  if (caller.aal === "aal2") {
    if (!("code" in proof)) throw userRefusals.step_up_by_code();
    await proveCode(deps, caller, { code: proof.code, visitor, now });
  } else {
    if (!("password" in proof)) throw userRefusals.step_up_by_password();
    await provePassword(deps, caller, { password: proof.password, visitor });
    await deps.database.transaction(async (tx) => {
      const { sessionId } = caller;
      if (!(await lockSession(tx, sessionId))) throw userRefusals.session_ended();
      await recordProof(tx, { sessionId, method: "password", now });
    });
  }
  return { provenUntil: new Date(now.getTime() + stepUpLimits.minutes * 60_000) };
}

async function proveCode(
  deps: UsersDeps,
  { userId, sessionId }: Caller,
  { code, visitor, now }: { readonly code: string; readonly visitor: Visitor; readonly now: Date },
): Promise<void> {
  // Return the verdict instead of throwing, so that the count of wrong codes is committed.
  const verdict = await deps.database.transaction(async (tx) => {
    const attempt = { userId, mayRecover: true, isRaised: true, code, visitor, now };
    const proven = await proveSecondFactor(tx, deps, attempt);
    if (proven.verdict !== "ok") return proven.verdict;
    if (!(await lockSession(tx, sessionId))) throw userRefusals.session_ended();
    await recordProof(tx, { sessionId, method: proven.method, now });
    return proven.verdict;
  });
  switch (verdict) {
    case "ok":
      deps.bus.publish("me", { userId, what: "mailbox" });
      return;
    case "wrong":
      throw userRefusals.wrong_code();
    case "used":
      throw userRefusals.code_used();
    case "too_many":
      throw userRefusals.too_many_proofs();
  }
}

async function limitProofs(
  { database, clock, limits }: UsersDeps,
  { sessionId }: Caller,
): Promise<void> {
  const windowMs = limits.passwordFailureWindowMs;
  const window = { key: `step-up/${sessionId}`, windowMs, now: clock.now() };
  if ((await countHit(database, window)) > limits.proofsMax) throw userRefusals.too_many_proofs();
}

async function provePassword(
  deps: UsersDeps,
  { userId, sessionId }: Caller,
  { password, visitor }: { readonly password: string; readonly visitor: Visitor },
): Promise<void> {
  const user = await findUserById(deps.database, userId);
  if (!user) throw userRefusals.session_ended();
  if (user.encrypted_password === null) throw userRefusals.step_up_without_password();
  const attempt = { user, sessionId, password, method: "step_up", visitor } as const;
  const verdict = await checkPassword(deps, attempt).catch((error: unknown) => {
    throw error instanceof HasherBusy ? userRefusals.passwords_busy() : error;
  });
  if (verdict === "blocked") throw userRefusals.session_blocked();
  if (verdict === "too_many") throw userRefusals.too_many_proofs();
  if (verdict === "wrong") throw userRefusals.wrong_password();
}
