/**
 * Passkeys through the official client: the browser asks the user for a passkey, and the client
 * sends the signature. All functions throw Error with the service's message and code. Browser
 * messages that are not suitable for users are replaced with our own text.
 */
import type { Session } from "@supabase/auth-js";
import { authErrorCode } from "./auth-client.ts";
import { authClient } from "./client.ts";
import type { OfficialAuth } from "./official-client.ts";
import { prove } from "./proof-request.ts";
import { dropUnfinished } from "./second-factor.ts";
import { passkeyTexts as texts } from "./factor-strings.ts";
import { whileCodeIsGiven } from "./token-source.ts";

export function passkeysOf(session: Session | null) {
  const factors = session?.user.factors ?? [];
  return factors.filter((one) => one.status === "verified" && one.factor_type === "webauthn");
}

export async function signInWithPasskey(): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.signInWithPasskey();
  if (error) throw inWords(error);
}

/** Completes two-factor authentication or an identity check with a passkey. */
export async function answerByPasskey(): Promise<void> {
  const { auth } = await authClient();
  const answer = await askPasskey();
  const outcome = await whileCodeIsGiven(() => auth.mfa.webauthn.verify(answer));
  if (outcome.error) throw outcome.error;
}

/** Returns a passkey signature that authorises a single request, in place of a code. */
export async function passkeyAnswer() {
  const [{ challengeId, webauthn }, { bufferToBase64URLString: text }] = await Promise.all([
    askPasskey(),
    import("@simplewebauthn/browser"),
  ]);
  const { id, response } = webauthn.credential_response;
  if (!("signature" in response)) throw new Error(texts.closed);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = {
    id,
    rawId: id,
    type: "public-key" as const,
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle === null ? {} : { userHandle: text(userHandle) }),
    },
  };
  return { challengeId, credential };
}

/** Asks the browser for a signature from any of the account's passkeys. */
async function askPasskey() {
  const { auth } = await authClient();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const [passkey] = data.webauthn;
  if (passkey === undefined) throw new Error(texts.none);
  const factorId = passkey.id;
  const place = { rpId: location.hostname, rpOrigins: [location.origin] };
  const challenge = await auth.mfa.webauthn.challenge({ factorId, webauthn: place });
  if (challenge.error) throw inWords(challenge.error);
  const { challengeId, webauthn } = challenge.data;
  return { factorId, challengeId, webauthn: { ...place, ...webauthn } };
}

/**
 * Adds a passkey. If the service requires an identity check, runs one first. Raises the session to
 * aal2 and ends all other sessions below that level.
 */
export async function addPasskey(): Promise<void> {
  const [{ auth }, { startRegistration }] = await Promise.all([
    authClient(),
    import("@simplewebauthn/browser"),
  ]);
  const begun = await auth.passkey.startRegistration();
  if (authErrorCode(begun.error) === "reauthentication_needed") {
    await prove();
    return addPasskey();
  }
  if (begun.error) throw begun.error;
  const { challenge_id: challengeId, options } = begun.data;
  // The two libraries declare different types for the same standard JSON.
  const optionsJSON = options as Parameters<typeof startRegistration>[0]["optionsJSON"];
  const made = await startRegistration({ optionsJSON }).catch(async (error: unknown) => {
    await dropUnfinished(auth, "webauthn").catch(() => undefined);
    throw error instanceof Error ? inWords(error) : error;
  });
  await finishRegistration(auth, { challengeId, credential: made as Made["credential"] });
}

/**
 * Completes the registration. Repeats the identity check if it expired while the browser's dialog
 * was open.
 */
async function finishRegistration(auth: OfficialAuth, made: Made): Promise<void> {
  const { error } = await whileCodeIsGiven(async () => {
    const added = await auth.passkey.verifyRegistration(made);
    if (added.error === null) await auth.refreshSession();
    return added;
  });
  if (authErrorCode(error) === "reauthentication_needed") {
    await prove();
    return finishRegistration(auth, made);
  }
  if (error) throw error;
}

export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.passkey.update({ passkeyId, friendlyName });
  if (error) throw error;
}

/** Removes a passkey. If the service requires an identity check, runs one first. */
export async function removePasskey(passkeyId: string): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.passkey.delete({ passkeyId });
  if (authErrorCode(error) === "reauthentication_needed") {
    await prove();
    return removePasskey(passkeyId);
  }
  if (error) throw error;
  await auth.refreshSession();
}

type Made = Parameters<OfficialAuth["passkey"]["verifyRegistration"]>[0];

/** Names of the errors that browsers throw if their dialog was closed or replaced. */
const CLOSED = ["NotAllowedError", "AbortError"];

function inWords(error: Error): Error {
  if (CLOSED.includes(error.name)) return new Error(texts.closed);
  if (error.name === "InvalidStateError") return new Error(texts.known);
  return error;
}
