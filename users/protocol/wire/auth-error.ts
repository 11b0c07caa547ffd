/**
 * What the sign-in service refuses, in the envelope of Supabase Auth: the official client reads the code from `code` when
 * both sides speak API version 2024-01-01, else from `error_code`.
 * https://supabase.com/docs/guides/auth/debugging/error-codes
 */
import type { FastifyReply, FastifyRequest } from "fastify";

const AUTH_ERRORS = {
  anonymous_provider_disabled: [422, "Anonymous sign-ins are disabled"],
  bad_code_verifier: [400, "code challenge does not match previously saved code verifier"],
  bad_json: [400, "Could not parse request body as JSON"],
  bad_jwt: [403, "invalid JWT: unable to parse or verify signature"],
  conflict: [409, "The request conflicts with the state of the user"],
  email_exists: [422, "A user with this email address has already been registered"],
  email_not_confirmed: [400, "Email not confirmed"],
  feature_disabled: [404, "This feature is disabled"],
  flow_state_expired: [422, "invalid flow state, flow state has expired"],
  flow_state_not_found: [404, "invalid flow state, no valid flow state found"],
  insufficient_aal: [401, "AAL2 session is required when MFA is enabled"],
  invalid_credentials: [400, "Invalid login credentials"],
  manual_linking_disabled: [404, "Manual linking is disabled"],
  mfa_challenge_expired: [
    422,
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ],
  mfa_factor_name_conflict: [422, "A factor with this friendly name already exists"],
  mfa_factor_not_found: [404, "Factor not found"],
  mfa_ip_address_mismatch: [422, "Challenge and verify IP addresses mismatch."],
  mfa_phone_enroll_not_enabled: [422, "MFA enroll is disabled for Phone"],
  mfa_verification_failed: [422, "Invalid TOTP code entered"],
  mfa_webauthn_enroll_not_enabled: [422, "MFA enroll is disabled for WebAuthn"],
  no_authorization: [401, "This endpoint requires a valid Bearer token"],
  not_admin: [403, "Updating app_metadata requires admin privileges"],
  not_found: [404, "Not found"],
  otp_expired: [403, "Email link is invalid or has expired"],
  over_email_send_rate_limit: [429, "Email rate limit exceeded"],
  over_request_rate_limit: [429, "Request rate limit reached"],
  passkey_disabled: [404, "Passkeys are disabled"],
  phone_provider_disabled: [400, "Phone logins are disabled"],
  provider_disabled: [400, "Provider is not enabled"],
  reauthentication_needed: [400, "Password update requires reauthentication"],
  reauthentication_not_valid: [422, "Nonce has expired or is invalid"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  request_too_large: [413, "Request body is too large"],
  same_password: [422, "New password should be different from the old password."],
  saml_provider_disabled: [404, "SAML 2.0 is disabled"],
  session_not_found: [403, "Session from session_id claim in JWT does not exist"],
  too_many_enrolled_mfa_factors: [
    422,
    "Maximum number of verified factors reached, unenroll to continue",
  ],
  unexpected_failure: [500, "Internal server error"],
  user_already_exists: [422, "User already registered"],
  user_banned: [400, "User is banned"],
  user_not_found: [403, "User from sub claim in JWT does not exist"],
  validation_failed: [400, "Invalid request"],
  weak_password: [422, "Password is too weak"],
  web3_provider_disabled: [422, "Web3 logins are disabled"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type AuthErrorCode = keyof typeof AUTH_ERRORS;

export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: AuthErrorCode,
    message: string = AUTH_ERRORS[code][1],
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = AUTH_ERRORS[code][0];
    this.details = details;
  }
}

/** One code, three statuses: Supabase Auth answers 401, 403 or 422 by what was asked for. */
export function insufficientAal(status: 401 | 403 | 422, message?: string): AuthError {
  return Object.assign(new AuthError("insufficient_aal", message), { status });
}

const API_VERSION = "2024-01-01";
const VERSION_HEADER = "x-supabase-api-version";

export function sendAuthError(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, message, details, status }: AuthError,
): FastifyReply {
  const asked = request.headers[VERSION_HEADER];
  const isVersioned =
    typeof asked === "string" && /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= API_VERSION;
  if (!isVersioned)
    return reply.code(status).send({ code: status, error_code: code, msg: message, ...details });
  return reply
    .code(status)
    .header(VERSION_HEADER, API_VERSION)
    .send({ code, message, ...details });
}
