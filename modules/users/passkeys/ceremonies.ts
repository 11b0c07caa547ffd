/**
 * The two WebAuthn ceremonies: the options for the browser, and the verification of its response,
 * which covers:
 * - the challenge
 * - the page's origin and the relying party id, which a phishing page cannot provide
 * - the signature
 * - user verification
 * - the device's counter, which decreases if a copy of the device exists
 */
import type { Assertion, Attestation } from "#api/passkey";
import type { Queryable } from "#platform";
import { findPasskeys, type PasskeyRow } from "./passkeys-table.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Load the library with the first passkey, because loading takes time. */
const webauthn = () => import("@simplewebauthn/server");

const SITE_NAME = "Hashfloor practice";

/** The passkey must work without a user name and be protected by a PIN, fingerprint or face. */
const AUTHENTICATORS = { residentKey: "required", userVerification: "required" } as const;

/**
 * EdDSA, ES256 and RS256, which current devices support. Newer algorithms are still experimental in
 * Node.
 */
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

/**
 * Returns the options for a sign-in. With an empty `passkeys`, the user may choose any passkey for
 * this site.
 */
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
  // Without this field, the official client prefers security keys.
  return { ...options, hints: [] };
}

/** Verifies the response to a registration. Returns undefined if the response is invalid. */
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

/**
 * Verifies the response to a sign-in. Returns undefined if the response is invalid. Read `passkey`
 * under a lock, so that its counter is current.
 */
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

/** Returns the result for invalid or unreadable responses, for which the library throws. */
const unproven = () => ({
  verified: false,
  registrationInfo: undefined,
  authenticationInfo: undefined,
});

/** Returns the user handle for devices to store, which reveals nothing about the user. */
function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll("-", ""), "hex");
}

/** Removes extensions and an empty user handle, as the library expects. */
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
