/** The factor endpoints under /auth/v1. Open at aal1: giving the code is what they are for. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { challengeFactor } from "../factors/challenge-factor.ts";
import { enrollFactor } from "../factors/enroll-factor.ts";
import { qrSvg } from "../factors/qr-svg.ts";
import { unenrollFactor } from "../factors/unenroll-factor.ts";
import { verifyFactor } from "../factors/verify-factor.ts";
import type { UsersParts } from "../parts/users-parts.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { AuthError } from "./wire/auth-error.ts";
import { presentSession } from "./wire/present-session.ts";
import { readBody, visitorOf } from "./wire/request.ts";
import { requireFirstFactor } from "./wire/require-session.ts";

const NAME_CHARACTERS_MAX = 60;
const ISSUER_CHARACTERS_MAX = 60;

const CODE_CHARACTERS_MAX = 64;

const verifyFactorBody = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(CODE_CHARACTERS_MAX).nullish(),
});

const lineOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u);

const enrollBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: lineOf(NAME_CHARACTERS_MAX).nullish(),
  issuer: lineOf(ISSUER_CHARACTERS_MAX).nullish(),
});

export function serveFactors(auth: FastifyInstance, parts: UsersParts): void {
  const signedIn = (request: FastifyRequest) =>
    requireFirstFactor(parts, request.headers.authorization);
  auth.post("/factors", async (request) =>
    enroll(parts, await signedIn(request), readBody(request, enrollBody)),
  );
  auth.post("/factors/:factorId/challenge", async (request) => {
    const caller = await signedIn(request);
    const factorId = factorIdOf(request);
    const { id, expiresAt } = await challengeFactor(parts, caller, factorId, visitorOf(request));
    return { id, type: "totp", expires_at: Math.floor(expiresAt.getTime() / 1000) };
  });
  auth.post("/factors/:factorId/verify", async (request) => {
    const caller = await signedIn(request);
    const body = readBody(request, verifyFactorBody);
    const code = (body.code ?? "").trim();
    const answer = { factorId: factorIdOf(request), challengeId: body.challenge_id ?? "", code };
    return presentSession(parts, await verifyFactor(parts, caller, answer, visitorOf(request)));
  });
  auth.delete("/factors/:factorId", async (request) => {
    const caller = await signedIn(request);
    const factorId = factorIdOf(request);
    await unenrollFactor(parts, caller, factorId, visitorOf(request));
    return { id: factorId };
  });
}

async function enroll(
  parts: UsersParts,
  signedIn: OpenedSession,
  body: z.output<typeof enrollBody>,
) {
  assertTotp(body.factor_type);
  const asked = { friendlyName: body.friendly_name ?? "", issuer: body.issuer ?? "" };
  const { id, friendlyName, secret, uri } = await enrollFactor(parts, signedIn, asked);
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

function factorIdOf(request: FastifyRequest): string {
  return (request.params as { readonly factorId: string }).factorId;
}
