/** POST /factors: begins an enrolment. The secret is shown in this answer and never again; it counts once a code was given. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AuthError, insufficientAal } from "../wire/auth-error.ts";
import { requireFreshProof, type SignedIn } from "../wire/require-session.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import { countHit } from "../../rules/rate-counters-table.ts";
import {
  deleteUnverifiedFactors,
  findFactors,
  insertFactor,
  lockSecondFactor,
  secretPlace,
  type FactorRow,
} from "../../factors/factors-table.ts";
import { qrSvg } from "../../factors/qr-svg.ts";
import { newSecret, totpUri } from "../../factors/totp.ts";

const NAME_CHARACTERS_MAX = 60;
const ISSUER_CHARACTERS_MAX = 60;
const DEFAULT_ISSUER = "Hashfloor practice";
const ENROLMENTS_PER_HOUR_MAX = 30;
const HOUR_MS = 3_600_000;

const lineOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u);

export const enrollBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: lineOf(NAME_CHARACTERS_MAX).nullish(),
  issuer: lineOf(ISSUER_CHARACTERS_MAX).nullish(),
});

export async function enrollFactor(
  parts: UsersParts,
  { user, session }: SignedIn,
  body: z.output<typeof enrollBody>,
) {
  assertTotp(body.factor_type);
  const now = parts.clock.now();
  // Of each session apart: a stolen one must not keep the owner from what would shut it out.
  const window = { key: `enrol/${session.id}`, windowMs: HOUR_MS, now };
  if ((await countHit(parts.database, window)) > ENROLMENTS_PER_HOUR_MAX)
    throw new AuthError("over_request_rate_limit");
  const id = randomUUID();
  const secret = newSecret();
  const friendlyName = body.friendly_name ?? "";
  await parts.database.transaction(async (tx) => {
    await lockSecondFactor(tx, user.id);
    const startedBefore = new Date(now.getTime() - parts.limits.challengeSeconds * 1000);
    await deleteUnverifiedFactors(tx, { userId: user.id, startedBefore });
    assertRoom(parts, await findFactors(tx, user.id), session.aal);
    await requireFreshProof(tx, session, now);
    const secretSealed = parts.masterKey.seal(secret, secretPlace(id));
    if (await insertFactor(tx, { id, userId: user.id, friendlyName, secretSealed, now })) return;
    throw new AuthError(
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${friendlyName}" for this user already exists`,
    );
  });
  const uri = totpUri(secret, { issuer: body.issuer || DEFAULT_ISSUER, label: user.email });
  const totp = { qr_code: qrSvg(uri), secret, uri };
  return { id, type: "totp", friendly_name: friendlyName, totp };
}

function assertTotp(type: string | null | undefined): void {
  switch (type ?? "") {
    case "totp":
      return;
    case "phone":
      throw new AuthError("mfa_phone_enroll_not_enabled");
    case "webauthn":
      throw new AuthError("mfa_webauthn_enroll_not_enabled");
    default:
      throw new AuthError("validation_failed", "factor_type needs to be totp, phone, or webauthn");
  }
}

function assertRoom(
  { limits }: UsersParts,
  factors: readonly FactorRow[],
  aal: SignedIn["session"]["aal"],
): void {
  const isProtected = factors.some(({ status }) => status === "verified");
  if (isProtected && aal !== "aal2")
    throw insufficientAal(403, "AAL2 required to enroll a new factor");
  if (factors.length >= limits.factorsPerUserMax)
    throw new AuthError("too_many_enrolled_mfa_factors");
}
