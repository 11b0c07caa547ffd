/**
 * Requires recent re-authentication for changes to an account's protection, so that an attacker who
 * finds an open session cannot take over the account. After a refusal, the browser asks the user to
 * re-authenticate and repeats the request.
 */
import { stepUpLimits } from "#api/limits";
import type { Caller } from "#api/route";
import type { Queryable } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { userRefusals } from "../rules/refusals.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { newestProof } from "./proofs-table.ts";

type Session = Pick<Caller, "sessionId" | "aal" | "provenAt">;

/**
 * Methods that count as re-authentication. With two-factor authentication, a password alone is not
 * enough.
 */
const PROOFS = {
  aal1: ["password", "totp", "recovery_code"],
  aal2: ["totp", "recovery_code", "webauthn", "passkey"],
} as const;

/**
 * A mailed link or code. Weaker than the other methods, because anyone with the open session can
 * also read the practice mailbox.
 */
const BY_MAIL = "otp";

const FRESH_MS = stepUpLimits.minutes * 60_000;
/**
 * Maximum difference between the clocks of two processes. An authentication further in the future
 * means that the clock was set back.
 */
const AHEAD_MS_MAX = 60_000;

type Deps = Pick<UsersDeps, "clock"> & { readonly database: Queryable };

/** Throws 403 `step_up_required` unless the user re-authenticated recently. */
export async function requireStepUp(deps: Deps, caller: Session): Promise<void> {
  if (!(await hasFreshProof(deps, caller))) throw userRefusals.step_up_required();
}

export function hasFreshProof({ database, clock }: Deps, caller: Session): Promise<boolean> {
  return isFreshlyProven(database, caller, clock.now());
}

/**
 * Throws reauthentication_needed unless the user re-authenticated recently. POST /api/v1/me/step-up
 * renews the authentication. A mailed link counts only with `mayBeByMail`.
 */
export async function requireFreshProof(
  queryable: Queryable,
  { id: sessionId, aal }: { readonly id: string; readonly aal: Session["aal"] },
  now: Date,
  how: { readonly mayBeByMail?: boolean } = {},
): Promise<void> {
  if (!(await isFreshlyProven(queryable, { sessionId, aal }, now, how)))
    throw new SignInRefusal("reauthentication_needed");
}

async function isFreshlyProven(
  queryable: Queryable,
  { sessionId, aal, provenAt }: Session,
  now: Date,
  { mayBeByMail = false }: { readonly mayBeByMail?: boolean } = {},
): Promise<boolean> {
  const newest =
    provenAt ??
    (await newestProof(queryable, {
      sessionId,
      methods: mayBeByMail && aal === "aal1" ? [...PROOFS[aal], BY_MAIL] : PROOFS[aal],
      withoutPassword: aal === "aal1" ? [BY_MAIL] : [],
    }));
  if (!newest) return false;
  const ageMs = now.getTime() - newest.getTime();
  return ageMs < FRESH_MS && ageMs > -AHEAD_MS_MAX;
}
