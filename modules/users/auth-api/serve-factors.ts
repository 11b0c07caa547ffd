/**
 * Registers the factor endpoints under /auth/v1: authenticator apps and, as type `webauthn`,
 * passkeys. Users enter their second factor through these endpoints, so aal1 sessions are accepted.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { challengeFactor, type FactorChallenge } from "../factors/challenge-factor.ts";
import { enrollFactor } from "../factors/enroll-factor.ts";
import { qrSvg } from "../factors/qr-svg.ts";
import { enrollPasskey } from "../factors/register-passkey.ts";
import { unenrollFactor } from "../factors/unenroll-factor.ts";
import { verifyFactor, type FactorProof } from "../factors/verify-factor.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { assertionSchema, attestationSchema } from "#api/passkey";
import type { OpenedSession } from "../sessions/open-session.ts";
import { AuthError } from "./wire/auth-error.ts";
import { presentSession } from "./wire/present-session.ts";
import { readBody, visitorOf } from "./wire/request.ts";
import { requireFirstFactor } from "./wire/require-session.ts";

export const NAME_CHARACTERS_MAX = 60;
const ISSUER_CHARACTERS_MAX = 60;

const CODE_CHARACTERS_MAX = 64;

const verifyFactorBody = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(CODE_CHARACTERS_MAX).nullish(),
  webauthn: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("create"), credential_response: attestationSchema }),
      z.object({ type: z.literal("request"), credential_response: assertionSchema }),
    ])
    .nullish(),
});

export const lineOf = (max: number) =>
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

export function serveFactors(auth: FastifyInstance, deps: UsersDeps): void {
  const requireSignedIn = (request: FastifyRequest) =>
    requireFirstFactor(deps, request.headers.authorization);
  auth.post("/factors", async (request) =>
    enroll(deps, await requireSignedIn(request), readBody(request, enrollBody), visitorOf(request)),
  );
  auth.post("/factors/:factorId/challenge", async (request) => {
    const caller = await requireSignedIn(request);
    const factorId = factorIdOf(request);
    return presentChallenge(await challengeFactor(deps, caller, factorId, visitorOf(request)));
  });
  auth.post("/factors/:factorId/verify", async (request) => {
    const caller = await requireSignedIn(request);
    const body = readBody(request, verifyFactorBody);
    const proof = proofOf(body);
    const challengeId = body.challenge_id ?? "";
    const answer = { factorId: factorIdOf(request), challengeId, proof, isNotifiedSession: true };
    return presentSession(deps, await verifyFactor(deps, caller, answer, visitorOf(request)));
  });
  auth.delete("/factors/:factorId", async (request) => {
    const caller = await requireSignedIn(request);
    const factorId = factorIdOf(request);
    await unenrollFactor(deps, caller, factorId, visitorOf(request));
    return { id: factorId };
  });
}

async function enroll(
  deps: UsersDeps,
  requireSignedIn: OpenedSession,
  body: z.output<typeof enrollBody>,
  visitor: Visitor,
) {
  if (isPasskey(deps, body.factor_type)) {
    const named = body.friendly_name ? { friendlyName: body.friendly_name } : {};
    const { id, friendly_name } = await enrollPasskey(deps, requireSignedIn, { ...named, visitor });
    return { id, type: "webauthn", friendly_name };
  }
  const request = { friendlyName: body.friendly_name ?? "", issuer: body.issuer ?? "" };
  const { id, friendlyName, secret, uri } = await enrollFactor(deps, requireSignedIn, request);
  const totp = { qr_code: qrSvg(uri), secret, uri };
  return { id, type: "totp", friendly_name: friendlyName, totp };
}

/** Returns true for a passkey and false for an authenticator app. */
function isPasskey({ relyingParty }: UsersDeps, type: string | null | undefined): boolean {
  switch (type ?? "") {
    case "totp":
      return false;
    case "phone":
      throw new AuthError("mfa_phone_enroll_not_enabled");
    case "webauthn":
      if (relyingParty === undefined) throw new AuthError("mfa_webauthn_enroll_not_enabled");
      return true;
    default:
      throw new AuthError("validation_failed", "factor_type needs to be totp, phone, or webauthn");
  }
}

function presentChallenge({ id, expiresAt, ceremony }: FactorChallenge) {
  const challenge = { id, expires_at: Math.floor(expiresAt.getTime() / 1000) };
  if (ceremony === null) return { ...challenge, type: "totp" };
  const { type, options } = ceremony;
  return {
    ...challenge,
    type: "webauthn",
    webauthn: { type, credential_options: { publicKey: options } },
  };
}

function proofOf({ code, webauthn }: z.output<typeof verifyFactorBody>): FactorProof {
  if (!webauthn) return { code: (code ?? "").trim() };
  return webauthn.type === "create"
    ? { attestation: webauthn.credential_response }
    : { assertion: webauthn.credential_response };
}

function factorIdOf(request: FastifyRequest): string {
  return (request.params as { readonly factorId: string }).factorId;
}
