/** Creates users with a passkey through the official client. */
import { makePasskey, type SoftwarePasskey } from "../fakes/software-passkey.ts";
import { signUp, type SignInServer } from "../servers/sign-in-server.ts";
import type { Auth } from "./second-factor-steps.ts";

/**
 * Origin of the pages on a server at `http://127.0.0.1:3000`. It uses `localhost`, because passkeys
 * require a host name.
 */
export const PASSKEY_ORIGIN = "http://localhost:3000";

type Making = Partial<Parameters<typeof makePasskey>[1]>;
type Wrongs = Parameters<SoftwarePasskey["sign"]>[1];

/**
 * Adds a passkey. The session is then at aal2, and its token is at aal2 after a refresh. Throws the
 * sign-in service's error.
 */
export async function addPasskey(auth: Auth, making: Making = {}) {
  const begun = await auth.passkey.startRegistration();
  if (begun.error) throw begun.error;
  const { challenge_id: challengeId, options } = begun.data;
  const passkey = makePasskey(options, { origin: PASSKEY_ORIGIN, ...making });
  const added = await auth.passkey.verifyRegistration({ challengeId, credential: passkey.made });
  if (added.error) throw added.error;
  return { passkey, id: added.data.id };
}

/**
 * Requests a second-factor challenge and returns it as text. The official client would pass it to
 * the browser as bytes.
 */
export async function askFactor(auth: Auth, factorId: string) {
  const place = { rpId: "localhost", rpOrigins: [PASSKEY_ORIGIN] };
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: place });
  if (error) throw error;
  const { type, credential_options: options } = data.webauthn;
  const bytes = Buffer.from(options.publicKey.challenge as ArrayBuffer);
  return { challengeId: data.id, type, challenge: bytes.toString("base64url") };
}

/** Verifies a second factor with this signature, or with this new passkey. */
export function giveFactor(
  auth: Auth,
  ceremony: {
    readonly factorId: string;
    readonly challengeId: string;
    readonly type: "create" | "request";
    readonly credential: object;
  },
) {
  const { factorId, challengeId, type, credential } = ceremony;
  // The official client expects a browser's credential object and calls its method `toJSON`.
  const credential_response = { toJSON: () => credential };
  const place = { rpId: "localhost", rpOrigins: [PASSKEY_ORIGIN] };
  const webauthn = { ...place, type, credential_response };
  return auth.mfa.verify({ factorId, challengeId, webauthn } as unknown as Parameters<
    Auth["mfa"]["verify"]
  >[0]);
}

export function passkeySteps(server: () => SignInServer) {
  /** Signs up a new user with a passkey, in a session at aal2. */
  async function personWithPasskey(making: Making = {}) {
    const person = await signUp(server());
    const { auth } = person.client;
    const { passkey, id: passkeyId } = await addPasskey(auth, making);
    await auth.refreshSession();
    return { ...person, auth, passkey, passkeyId };
  }

  async function begin() {
    const { data, error } = await server().client().auth.passkey.startAuthentication();
    if (error) throw error;
    return { challengeId: data.challenge_id, options: data.options };
  }

  async function signIn(passkey: SoftwarePasskey, wrongs: Wrongs = {}) {
    const { challengeId, options } = await begin();
    const credential = passkey.sign(options, wrongs);
    return server().client().auth.passkey.verifyAuthentication({ challengeId, credential });
  }

  return { personWithPasskey, begin, signIn };
}
