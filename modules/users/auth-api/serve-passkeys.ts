/** Registers the passkey endpoints under /auth/v1: sign-in, registration, renaming and deletion. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { beginPasskeySignIn, signInWithPasskey } from "../accounts/sign-in-with-passkey.ts";
import { renameFactor } from "../factors/factors-table.ts";
import { finishRegistration, startRegistration } from "../factors/register-passkey.ts";
import { unenrollFactor } from "../factors/unenroll-factor.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
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

export function servePasskeys(auth: FastifyInstance, deps: UsersDeps): void {
  auth.post("/passkeys/authentication/options", async (request) => {
    const begun = await beginPasskeySignIn(deps, requirePlace(deps), visitorOf(request));
    return presentBegun(begun);
  });
  auth.post("/passkeys/authentication/verify", async (request) => {
    const place = requirePlace(deps);
    const { challenge_id, credential } = readBody(request, signInBody);
    const answer = { challengeId: challenge_id, assertion: credential };
    const opened = await signInWithPasskey(deps, place, answer, visitorOf(request));
    return presentSession(deps, opened);
  });
  auth.post("/passkeys/registration/options", async (request) => {
    const { signedIn } = await ownerOf(deps, request);
    requirePlace(deps);
    const { ceremony, ...begun } = await startRegistration(deps, signedIn, visitorOf(request));
    return presentBegun({ ...begun, options: ceremony?.options });
  });
  auth.post("/passkeys/registration/verify", async (request) => {
    const { signedIn } = await ownerOf(deps, request);
    const { challenge_id, credential } = readBody(request, registrationBody);
    const answer = { challengeId: challenge_id, attestation: credential };
    return presentPasskey(await finishRegistration(deps, signedIn, answer, visitorOf(request)));
  });
  auth.get("/passkeys", async (request) => {
    const { signedIn } = await ownerOf(deps, request);
    return listPasskeys(deps, signedIn.user.id);
  });
  auth.patch("/passkeys/:passkeyId", async (request) => {
    const { signedIn, passkeyId } = await ownerOf(deps, request);
    const { friendly_name: friendlyName } = readBody(request, renameBody);
    await requirePasskey(deps, signedIn.user.id, passkeyId);
    const change = { factorId: passkeyId, friendlyName, now: deps.clock.now() };
    const renamed = await renameFactor(deps.database, change);
    if (!renamed) throw new SignInRefusal("mfa_factor_name_conflict");
    return presentPasskey(renamed);
  });
  auth.delete("/passkeys/:passkeyId", async (request, reply) => {
    const { signedIn, passkeyId } = await ownerOf(deps, request);
    await requirePasskey(deps, signedIn.user.id, passkeyId);
    await unenrollFactor(deps, signedIn, passkeyId, visitorOf(request));
    return reply.code(204).send();
  });
}

function requirePlace({ relyingParty }: UsersDeps) {
  if (relyingParty === undefined) throw new SignInRefusal("passkey_disabled");
  return relyingParty;
}

async function ownerOf(deps: UsersDeps, request: FastifyRequest) {
  const signedIn = await requireSession(deps, request.headers.authorization);
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
