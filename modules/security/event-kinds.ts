/**
 * Maps refusal codes of our API and of the sign-in API to kinds of security events (OWASP ASVS 5.0,
 * chapter 16.3). Pure.
 */
export const EVENT_KINDS = [
  "wrong_secret",
  "wrong_enrolment",
  "token_refused",
  "refused",
  "limit_hit",
  "new_place",
  "administrator_look",
  "administrator_change",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

export interface RefusedRequest {
  readonly status: number;
  readonly code: string;
  readonly hasToken: boolean;
}

/** Codes for a wrong password, code, link or passkey. */
const WRONG_SECRETS: ReadonlySet<string> = new Set([
  "bad_code_verifier",
  "code_used",
  "flow_state_not_found",
  "invalid_credentials",
  "link_not_found",
  "mfa_verification_failed",
  "otp_expired",
  "reauthentication_not_valid",
  "setup_link_invalid",
  "webauthn_challenge_not_found",
  "webauthn_verification_failed",
  "wrong_code",
  "wrong_password",
]);

/**
 * Codes for mistakes of a signed-in user who is setting up a factor. Such mistakes do not count as
 * guesses.
 */
const WRONG_ENROLMENTS: ReadonlySet<string> = new Set([
  "enrolment_code_used",
  "enrolment_code_wrong",
  "enrolment_passkey_wrong",
]);

/**
 * Codes for a refused token. Visitors' requests without a token get the same codes but are not
 * recorded.
 */
const REFUSED_TOKENS: ReadonlySet<string> = new Set([
  "account_disabled",
  "bad_jwt",
  "key_expired",
  "key_other_network",
  "key_unknown",
  "no_authorization",
  "not_signed_in",
  "session_ended",
  "session_not_found",
  "token_expired",
  "token_forged",
  "user_banned",
  "user_not_found",
]);

/** Codes for a refused refresh token, which is sent in the request body. */
const REFRESH_TOKENS: ReadonlySet<string> = new Set([
  "refresh_token_already_used",
  "refresh_token_not_found",
]);

/** Codes for an exceeded limit, which some routes return with 503 so that clients retry. */
const LIMITS: ReadonlySet<string> = new Set(["over_request_rate_limit"]);

const BY_RULE: readonly number[] = [401, 403, 421];

/** Returns the kind of event, or undefined for an ordinary mistake, such as a missing field. */
export function kindOfRefusal({ status, code, hasToken }: RefusedRequest): EventKind | undefined {
  if (status === 429 || LIMITS.has(code)) return "limit_hit";
  if (WRONG_SECRETS.has(code)) return "wrong_secret";
  if (WRONG_ENROLMENTS.has(code)) return "wrong_enrolment";
  if (REFRESH_TOKENS.has(code)) return "token_refused";
  if (REFUSED_TOKENS.has(code)) return hasToken ? "token_refused" : undefined;
  return BY_RULE.includes(status) ? "refused" : undefined;
}
