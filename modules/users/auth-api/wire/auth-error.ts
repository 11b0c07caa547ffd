/**
 * The error envelope of Supabase Auth. The official client reads the error code from `code` if
 * client and server use API version 2024-01-01, otherwise from `error_code`. The codes below exist
 * only in this protocol.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { SIGN_IN_REFUSALS, type SignInRefusal } from "../../rules/sign-in-refusal.ts";

const AUTH_ERRORS = {
  ...SIGN_IN_REFUSALS,
  bad_json: [400, "Could not parse request body as JSON"],
  bad_jwt: [403, "invalid JWT: unable to parse or verify signature"],
  conflict: [409, "The request conflicts with the state of the user"],
  feature_disabled: [404, "This feature is disabled"],
  manual_linking_disabled: [404, "Manual linking is disabled"],
  mfa_phone_enroll_not_enabled: [422, "MFA enroll is disabled for Phone"],
  mfa_webauthn_enroll_not_enabled: [422, "MFA enroll is disabled for WebAuthn"],
  no_authorization: [401, "This endpoint requires a valid Bearer token"],
  not_admin: [403, "Updating app_metadata requires admin privileges"],
  not_found: [404, "Not found"],
  phone_provider_disabled: [400, "Phone logins are disabled"],
  provider_disabled: [400, "Provider is not enabled"],
  request_too_large: [413, "Request body is too large"],
  saml_provider_disabled: [404, "SAML 2.0 is disabled"],
  unexpected_failure: [500, "Internal server error"],
  weak_password: [422, "Password is too weak"],
  web3_provider_disabled: [422, "Web3 provider is disabled"],
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

export function authErrorOf({ signInCode, status, text }: SignInRefusal): AuthError {
  return Object.assign(new AuthError(signInCode, text), { status });
}

const API_VERSION = "2024-01-01";
const VERSION_HEADER = "x-supabase-api-version";

export function sendAuthError(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, message, details, status }: AuthError,
): FastifyReply {
  const version = request.headers[VERSION_HEADER];
  const isVersioned =
    typeof version === "string" && /^\d{4}-\d\d-\d\d$/.test(version) && version >= API_VERSION;
  if (!isVersioned)
    return reply.code(status).send({ code: status, error_code: code, msg: message, ...details });
  return reply
    .code(status)
    .header(VERSION_HEADER, API_VERSION)
    .send({ code, message, ...details });
}
