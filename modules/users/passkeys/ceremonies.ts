/**
 * The two ceremonies of WebAuthn: what the browser is asked for, and whether what it answers holds.
 * Judged are the challenge, the origin of the page and the name that the passkey was made for,
 * which a page in the middle cannot give; the signature; that the person proved themselves to the
 * device; and the device's counter, which goes back when there are two of it.
 */
import type { Assertion, Attestation } from "#api/passkey";
import type { Queryable } from "#platform";
import { findPasskeys, type PasskeyRow } from "./passkeys-table.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Loaded with the first passkey: it reads certificates of every kind, which takes its time. */
const webauthn = () => import("@simplewebauthn/server");

const SITE_NAME = "Hashfloor practice";

/** The device is to keep it findable without a name, behind the person's PIN, finger or face. */
const AUTHENTICATORS = { residentKey: "required", userVerification: "required" } as const;

/** EdDSA, ES256, RS256: what devices have today. Node calls those that come next experimental. */
const ALGORITHMS = [-8, -7, -257];

export async function registrationOptions(
  queryable: Queryable,
  { id: rpID }: RelyingParty,
  user: { readonly id: string; readonly email: string },
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID,
    userID: new Uint8Array(userHandleOf(user.id)),
    userName: user.email,
    userDisplayName: user.email,
    excludeCredentials: (await findPasskeys(queryable, user.id)).map(describeCredential),
    authenticatorSelection: AUTHENTICATORS,
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Without a user any passkey of this place may answer. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  passkeys: readonly PasskeyRow[] = [],
) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    allowCredentials: passkeys.map(describeCredential),
    userVerification: AUTHENTICATORS.userVerification,
  });
  // Without a word on it the official client asks for security keys first.
  return { ...options, hints: [] };
}

/** Undefined: it does not hold. */
export async function checkAttestation(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { attestation, challenge }: { attestation: Attestation; challenge: string },
) {
  const response = asAttestation(attestation);
  const { verifyRegistrationResponse } = await webauthn();
  const expected = { expectedChallenge: challenge, expectedOrigin, expectedRPID };
  const required = { requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS };
  const verification = { response, ...expected, ...required };
  const { registrationInfo: made } = await verifyRegistrationResponse(verification).catch(unproven);
  if (!made) return undefined;
  return {
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey),
    counter: BigInt(made.credential.counter),
    transports: response.response.transports,
    is_synced: made.credentialBackedUp,
  };
}

/** Undefined: it does not hold. `passkey` is read under a lock: its counter is the newest. */
export async function checkAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  passkey: PasskeyRow,
  { assertion: response, challenge }: { assertion: Assertion; challenge: string },
): Promise<{ readonly counter: bigint; readonly isSynced: boolean } | undefined> {
  const { userHandle } = response.response;
  const isTheirs =
    typeof userHandle !== "string" || userHandleOf(passkey.user_id).equals(bytesOf(userHandle));
  if (!isTheirs) return undefined;
  const { verifyAuthenticationResponse } = await webauthn();
  const expected = { expectedChallenge: challenge, expectedOrigin, expectedRPID };
  const credential = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(passkey.public_key),
    counter: Number(passkey.counter),
  };
  const verification = { response: asAssertion(response), ...expected, credential };
  const { verified, authenticationInfo: now } = await verifyAuthenticationResponse({
    ...verification,
    requireUserVerification: true,
  }).catch(unproven);
  if (!verified || !now) return undefined;
  return { counter: BigInt(now.newCounter), isSynced: now.credentialBackedUp };
}

/** The library throws for whatever does not hold, and for what it cannot read. */
const unproven = () => ({
  verified: false,
  registrationInfo: undefined,
  authenticationInfo: undefined,
});

/** How devices know the person: it says nothing about them. */
function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll("-", ""), "hex");
}

/** Nothing is asked of the extensions. Without a field rather than with one of no value. */
function asAssertion({ response: { userHandle, ...response }, ...assertion }: Assertion) {
  const handle = typeof userHandle === "string" ? { userHandle } : {};
  return { ...assertion, clientExtensionResults: {}, response: { ...response, ...handle } };
}

function asAttestation({ response: { transports, ...response }, ...attestation }: Attestation) {
  const attestationResponse = { ...response, transports: transports ?? [] };
  return { ...attestation, clientExtensionResults: {}, response: attestationResponse };
}

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, "base64url");

function describeCredential({ credential_id: id, transports }: PasskeyRow) {
  return { id, transports: [...transports] };
}
