/**
 * Defines the access rights at the sign-in service: public routes, routes that require a session,
 * and routes that are accessible after the password alone.
 */
import { randomUUID } from "node:crypto";
import { forAll, ownerOnly, signedIn, type Row } from "./row.ts";

/**
 * Returns a row for a route that only the operator's programs may call. All users, including
 * administrators, are refused.
 */
const serviceKeyOnly = (route: string): Readonly<Record<string, Row>> => ({
  [route]: {
    anonymous: 401,
    user: 403,
    administrator: 403,
    firstFactor: 403,
    ask: () => ({ params: { userId: randomUUID(), factorId: randomUUID() } }),
  },
});

/**
 * Returns a row for a route to the user's own factors. Other users' factors appear not to exist.
 * Users who still have to enter a code can access only their own factors.
 */
const ownFactorOnly = (status: number, body?: unknown): Row => ({
  ...ownerOnly(status, ({ factorId }) => ({ factorId })),
  ask: ({ factorId }) => ({ params: { factorId }, body }),
  firstFactor: 404,
});

const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" };
const assertion = {
  ...credential,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};
const attestation = {
  ...credential,
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
};

export const signInRows: Readonly<Record<string, Row>> = {
  "GET /auth/v1/health": forAll(200),
  "GET /auth/v1/settings": forAll(200),
  "GET /auth/v1/.well-known/jwks.json": forAll(200),
  "POST /auth/v1/signup": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, password: `long enough ${randomUUID()}` },
  })),
  "POST /auth/v1/token": forAll(400, () => ({
    query: "grant_type=password",
    body: { email: `${randomUUID()}@example.test`, password: "not the password" },
  })),
  "POST /auth/v1/logout": {
    ...signedIn(204, () => ({ query: "scope=local" })),
    endsSession: true,
    firstFactor: 204,
  },
  "POST /auth/v1/recover": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test` },
  })),
  "POST /auth/v1/otp": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, create_user: false },
  })),
  "POST /auth/v1/magiclink": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, create_user: false },
  })),
  "POST /auth/v1/resend": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, type: "signup" },
  })),
  "GET /auth/v1/reauthenticate": signedIn(200),
  "POST /auth/v1/verify": forAll(403, () => ({
    body: { type: "recovery", token_hash: "none" },
  })),
  "GET /auth/v1/verify": forAll(303, () => ({ query: "type=recovery&token=none" })),
  "GET /auth/v1/user": { ...signedIn(200), firstFactor: 200 },
  "PUT /auth/v1/user": signedIn(200, () => ({ body: { data: { is_admin: true } } })),
  "POST /auth/v1/factors": {
    ...signedIn(422, () => ({ body: { factor_type: "phone" } })),
    firstFactor: 422,
  },
  "POST /auth/v1/factors/:factorId/challenge": ownFactorOnly(200, {}),
  // Refused, because no challenge exists for the code.
  "POST /auth/v1/factors/:factorId/verify": ownFactorOnly(422, {
    code: "123456",
    challenge_id: randomUUID(),
  }),
  "DELETE /auth/v1/factors/:factorId": ownFactorOnly(200),
  "POST /auth/v1/passkeys/authentication/options": forAll(200),
  // Refused, because no challenge exists for the credential.
  "POST /auth/v1/passkeys/authentication/verify": forAll(400, () => ({
    body: { challenge_id: randomUUID(), credential: assertion },
  })),
  "POST /auth/v1/passkeys/registration/options": signedIn(200),
  "POST /auth/v1/passkeys/registration/verify": signedIn(400, () => ({
    body: { challenge_id: randomUUID(), credential: attestation },
  })),
  "GET /auth/v1/passkeys": signedIn(200),
  // The id identifies an authenticator app, not a passkey.
  "PATCH /auth/v1/passkeys/:passkeyId": {
    ...ownerOnly(404, ({ factorId }) => ({ passkeyId: factorId })),
    ask: ({ factorId }) => ({
      params: { passkeyId: factorId },
      body: { friendly_name: "Key ring" },
    }),
  },
  "DELETE /auth/v1/passkeys/:passkeyId": ownerOnly(404, ({ factorId }) => ({
    passkeyId: factorId,
  })),
  ...serviceKeyOnly("GET /auth/v1/admin/users"),
  ...serviceKeyOnly("POST /auth/v1/admin/users"),
  ...serviceKeyOnly("GET /auth/v1/admin/users/:userId"),
  ...serviceKeyOnly("PUT /auth/v1/admin/users/:userId"),
  ...serviceKeyOnly("DELETE /auth/v1/admin/users/:userId"),
  ...serviceKeyOnly("GET /auth/v1/admin/users/:userId/factors"),
  ...serviceKeyOnly("DELETE /auth/v1/admin/users/:userId/factors/:factorId"),
  ...serviceKeyOnly("GET /auth/v1/admin/users/:userId/passkeys"),
  ...serviceKeyOnly("DELETE /auth/v1/admin/users/:userId/passkeys/:passkeyId"),
  ...serviceKeyOnly("POST /auth/v1/admin/generate_link"),
  ...serviceKeyOnly("POST /auth/v1/admin/signing_keys"),
  ...serviceKeyOnly("POST /auth/v1/invite"),
  "POST /auth/v1/sso": forAll(404),
  "GET /auth/v1/authorize": forAll(400),
  "ALL /auth/v1/user/identities/*": signedIn(404),
  "ALL /auth/v1/oauth/*": forAll(404),
  "ALL /auth/v1/user/oauth/*": forAll(404),
  "ALL /auth/v1": forAll(404),
  "ALL /auth/v1/*": forAll(404),
};
