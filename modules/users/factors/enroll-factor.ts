/**
 * Starts the enrolment of an authenticator app or a passkey. The response is the only one that
 * contains the app's secret. The factor becomes active once the user has entered a code or used the
 * passkey.
 */
import { randomUUID } from "node:crypto";
import type { UsersDeps } from "../deps/users-deps.ts";
import { requireFreshProof } from "../proofs/require-step-up.ts";
import { countHit } from "../rules/rate-counters-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import {
  deleteUnverifiedFactors,
  findFactors,
  insertFactor,
  lockSecondFactor,
  secretPlace,
  type FactorRow,
  type FactorType,
} from "./factors-table.ts";
import { requireSecondFactor } from "./require-second-factor.ts";
import { newSecret, totpUri } from "./totp.ts";

const DEFAULT_ISSUER = "Hashfloor practice";
const ENROLMENTS_PER_HOUR_MAX = 30;
const HOUR_MS = 3_600_000;

export interface EnrolledFactor {
  readonly id: string;
  readonly friendlyName: string;
  readonly secret: string;
  /** URI encoded in the QR code. */
  readonly uri: string;
}

export async function enrollFactor(
  deps: UsersDeps,
  signedIn: OpenedSession,
  { friendlyName, issuer }: { readonly friendlyName: string; readonly issuer: string },
): Promise<EnrolledFactor> {
  const secret = newSecret();
  const { id } = await beginEnrolment(deps, signedIn, {
    type: "totp",
    named: () => friendlyName,
    sealed: (factorId) => deps.masterKey.seal(secret, secretPlace(factorId)),
  });
  const uri = totpUri(secret, { issuer: issuer || DEFAULT_ISSUER, label: signedIn.user.email });
  return { id, friendlyName, secret, uri };
}

interface Enrolment {
  readonly type: FactorType;
  readonly named: (others: readonly FactorRow[]) => string;
  readonly sealed: (factorId: string) => Buffer | null;
}

/** Starts an enrolment. A new passkey enrolment replaces an unfinished one. */
export async function beginEnrolment(
  deps: UsersDeps,
  { user, session }: OpenedSession,
  { type, named, sealed }: Enrolment,
): Promise<FactorRow> {
  const now = deps.clock.now();
  // Count per session, so that a stolen session cannot prevent the owner from enrolling a factor.
  const window = { key: `enrol/${session.id}`, windowMs: HOUR_MS, now };
  if ((await countHit(deps.database, window)) > ENROLMENTS_PER_HOUR_MAX)
    throw new SignInRefusal("over_request_rate_limit");
  const id = randomUUID();
  return deps.database.transaction(async (tx) => {
    await lockSecondFactor(tx, user.id);
    const startedBefore = new Date(now.getTime() - deps.limits.challengeSeconds * 1000);
    const orOfType = type === "webauthn" ? { orOfType: type } : {};
    await deleteUnverifiedFactors(tx, { userId: user.id, startedBefore, ...orOfType });
    const others = await findFactors(tx, user.id);
    await requireSecondFactor(tx, session);
    if (others.length >= deps.limits.factorsPerUserMax)
      throw new SignInRefusal("too_many_enrolled_mfa_factors");
    await requireFreshProof(tx, session, now);
    const friendlyName = named(others);
    const newFactor = { id, userId: user.id, type, friendlyName, secretSealed: sealed(id), now };
    const factor = await insertFactor(tx, newFactor);
    if (factor) return factor;
    const text = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    throw new SignInRefusal("mfa_factor_name_conflict", { text });
  });
}
