/**
 * Begins an enrolment. The secret is shown in this answer and never again; it counts once a code
 * was given.
 */
import { randomUUID } from "node:crypto";
import type { UsersParts } from "../parts/users-parts.ts";
import { requireFreshProof } from "../proofs/require-step-up.ts";
import { countHit } from "../rules/rate-counters-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import type { AssuranceLevel } from "../sessions/sessions-table.ts";
import {
  deleteUnverifiedFactors,
  findFactors,
  insertFactor,
  lockSecondFactor,
  secretPlace,
  type FactorRow,
} from "./factors-table.ts";
import { newSecret, totpUri } from "./totp.ts";

const DEFAULT_ISSUER = "Hashfloor practice";
const ENROLMENTS_PER_HOUR_MAX = 30;
const HOUR_MS = 3_600_000;

export interface EnrolledFactor {
  readonly id: string;
  readonly friendlyName: string;
  readonly secret: string;
  /** For the QR code. */
  readonly uri: string;
}

export async function enrollFactor(
  parts: UsersParts,
  { user, session }: OpenedSession,
  { friendlyName, issuer }: { readonly friendlyName: string; readonly issuer: string },
): Promise<EnrolledFactor> {
  const now = parts.clock.now();
  // Of each session apart: a stolen one must not keep the owner from what would shut it out.
  const window = { key: `enrol/${session.id}`, windowMs: HOUR_MS, now };
  if ((await countHit(parts.database, window)) > ENROLMENTS_PER_HOUR_MAX)
    throw new SignInRefusal("over_request_rate_limit");
  const id = randomUUID();
  const secret = newSecret();
  await parts.database.transaction(async (tx) => {
    await lockSecondFactor(tx, user.id);
    const startedBefore = new Date(now.getTime() - parts.limits.challengeSeconds * 1000);
    await deleteUnverifiedFactors(tx, { userId: user.id, startedBefore });
    assertRoom(parts, await findFactors(tx, user.id), session.aal);
    await requireFreshProof(tx, session, now);
    const secretSealed = parts.masterKey.seal(secret, secretPlace(id));
    if (await insertFactor(tx, { id, userId: user.id, friendlyName, secretSealed, now })) return;
    const text = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    throw new SignInRefusal("mfa_factor_name_conflict", { text });
  });
  const uri = totpUri(secret, { issuer: issuer || DEFAULT_ISSUER, label: user.email });
  return { id, friendlyName, secret, uri };
}

function assertRoom(
  { limits }: UsersParts,
  factors: readonly FactorRow[],
  aal: AssuranceLevel,
): void {
  const isProtected = factors.some(({ status }) => status === "verified");
  if (isProtected && aal !== "aal2")
    throw new SignInRefusal("insufficient_aal", {
      status: 403,
      text: "AAL2 required to enroll a new factor",
    });
  if (factors.length >= limits.factorsPerUserMax)
    throw new SignInRefusal("too_many_enrolled_mfa_factors");
}
