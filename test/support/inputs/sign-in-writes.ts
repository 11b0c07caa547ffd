/** Defines a well-formed body for every sign-in route that accepts one. */
const id = "00000000-0000-4000-8000-000000000000";
const credential = {
  id: "x",
  rawId: "x",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "x", authenticatorData: "x", signature: "x", attestationObject: "x" },
};
const email = "worst@example.test";
const password = "long enough to pass";

export const signInWrites: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "POST /auth/v1/signup": { email, password, data: { name: "Worst" } },
  "POST /auth/v1/token?grant_type=password": { email, password },
  "POST /auth/v1/token?grant_type=refresh_token": { refresh_token: "x" },
  "POST /auth/v1/token?grant_type=pkce": { auth_code: "x", code_verifier: "x" },
  "POST /auth/v1/verify": { type: "signup", email, token: "000000", token_hash: "x" },
  "POST /auth/v1/recover": { email, code_challenge: "x", code_challenge_method: "plain" },
  "POST /auth/v1/otp": { email, create_user: false, data: {} },
  "POST /auth/v1/magiclink": { email },
  "POST /auth/v1/resend": { type: "signup", email },
  "POST /auth/v1/logout": {},
  "PUT /auth/v1/user": { email, password, current_password: password, nonce: "x", data: {} },
  "POST /auth/v1/factors": { factor_type: "totp", friendly_name: "x", issuer: "x" },
  [`POST /auth/v1/factors/${id}/challenge`]: { channel: "x" },
  [`POST /auth/v1/factors/${id}/verify`]: { challenge_id: id, code: "000000", webauthn: {} },
  "POST /auth/v1/passkeys/authentication/options": {},
  "POST /auth/v1/passkeys/authentication/verify": { challenge_id: id, credential },
  "POST /auth/v1/passkeys/registration/options": {},
  "POST /auth/v1/passkeys/registration/verify": { challenge_id: id, credential },
  [`PATCH /auth/v1/passkeys/${id}`]: { friendly_name: "x" },
  "POST /auth/v1/sso": { domain: "x" },
  "POST /auth/v1/admin/users": { email, password, user_metadata: {} },
  [`PUT /auth/v1/admin/users/${id}`]: { email, password, user_metadata: {} },
  "POST /auth/v1/admin/generate_link": { type: "signup", email, password },
};
