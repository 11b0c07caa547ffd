/** The passkey endpoints under /auth/v1: signing in with one, making, naming and removing them. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { beginPasskeySignIn, signInWithPasskey } from "../accounts/sign-in-with-passkey.ts";
import { renameFactor } from "../factors/factors-table.ts";
import { finishRegistration, startRegistration } from "../factors/register-passkey.ts";
import { unenrollFactor } from "../factors/unenroll-factor.ts";
import type { UsersParts } from "../parts/users-parts.ts";
import { assertionSchema, attestationSchema } from "#api/passkey";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { lineOf, NAME_CHARACTERS_MAX } from "./serve-factors.ts";
import { presentSession } from "./wire/present-session.ts";
import { listPasskeys, presentPasskey, requirePasskey } from "./wire/present-passkeys.ts";
import { readBody, visitorOf } from "./wire/request.ts";
import { requireSession } from "./wire/require-session.ts";

const challengeId = z.string().max(64);

const registrationBody = z.object({ challenge_id: challengeId, credential: attestationSchema });
const signInBody = z.object({ challenge_id: challengeId, credential: assertionSchema });
const renameBody = z.object({ friendly_name: lineOf(NAME_CHARACTERS_MAX).min(1) });

export function servePasskeys(auth: FastifyInstance, parts: UsersParts): void {
  auth.post("/passkeys/authentication/options", async (request) => {
    const begun = await beginPasskeySignIn(parts, requirePlace(parts), visitorOf(request));
    return presentBegun(begun);
  });
  auth.post("/passkeys/authentication/verify", async (request) => {
    const place = requirePlace(parts);
    const { challenge_id, credential } = readBody(request, signInBody);
    const answer = { challengeId: challenge_id, assertion: credential };
    const opened = await signInWithPasskey(parts, place, answer, visitorOf(request));
    return presentSession(parts, opened);
  });
  auth.post("/passkeys/registration/options", async (request) => {
    const { signedIn } = await ownerOf(parts, request);
    requirePlace(parts);
    const { ceremony, ...begun } = await startRegistration(parts, signedIn, visitorOf(request));
    return presentBegun({ ...begun, options: ceremony?.options });
  });
  auth.post("/passkeys/registration/verify", async (request) => {
    const { signedIn } = await ownerOf(parts, request);
    const { challenge_id, credential } = readBody(request, registrationBody);
    const answer = { challengeId: challenge_id, attestation: credential };
    return presentPasskey(await finishRegistration(parts, signedIn, answer, visitorOf(request)));
  });
  auth.get("/passkeys", async (request) => {
    const { signedIn } = await ownerOf(parts, request);
    return listPasskeys(parts, signedIn.user.id);
  });
  auth.patch("/passkeys/:passkeyId", async (request) => {
    const { signedIn, passkeyId } = await ownerOf(parts, request);
    const { friendly_name: friendlyName } = readBody(request, renameBody);
    await requirePasskey(parts, signedIn.user.id, passkeyId);
    const change = { factorId: passkeyId, friendlyName, now: parts.clock.now() };
    const renamed = await renameFactor(parts.database, change);
    if (!renamed) throw new SignInRefusal("mfa_factor_name_conflict");
    return presentPasskey(renamed);
  });
  auth.delete("/passkeys/:passkeyId", async (request, reply) => {
    const { signedIn, passkeyId } = await ownerOf(parts, request);
    await requirePasskey(parts, signedIn.user.id, passkeyId);
    await unenrollFactor(parts, signedIn, passkeyId, visitorOf(request));
    return reply.code(204).send();
  });
}

function requirePlace({ relyingParty }: UsersParts) {
  if (relyingParty === undefined) throw new SignInRefusal("passkey_disabled");
  return relyingParty;
}

async function ownerOf(parts: UsersParts, request: FastifyRequest) {
  const signedIn = await requireSession(parts, request.headers.authorization);
  const { passkeyId = "" } = request.params as { readonly passkeyId?: string };
  return { signedIn, passkeyId };
}

function presentBegun<Options>(begun: {
  readonly id: string;
  readonly options: Options;
  readonly expiresAt: Date;
}) {
  return {
    challenge_id: begun.id,
    options: begun.options,
    expires_at: Math.floor(begun.expiresAt.getTime() / 1000),
  };
}
