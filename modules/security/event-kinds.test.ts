/** Tests which refusals are recorded as security events. */
import { expect, test } from "vitest";
import { kindOfRefusal } from "#security";

test.each([
  [400, "invalid_credentials", false, "wrong_secret"],
  [422, "mfa_verification_failed", true, "wrong_secret"],
  [422, "enrolment_code_wrong", true, "wrong_enrolment"],
  [403, "otp_expired", false, "wrong_secret"],
  [400, "refresh_token_already_used", false, "token_refused"],
  [401, "token_forged", true, "token_refused"],
  [403, "bad_jwt", true, "token_refused"],
  [401, "key_unknown", true, "token_refused"],
  [403, "not_for_keys", true, "refused"],
  [403, "second_factor_required", true, "refused"],
  [403, "not_admin", true, "refused"],
  [421, "unknown_host", false, "refused"],
  [429, "too_many_requests", false, "limit_hit"],
  [429, "over_request_rate_limit", true, "limit_hit"],
  [503, "over_request_rate_limit", false, "limit_hit"],
  [401, "not_signed_in", false, undefined],
  [400, "invalid_request", true, undefined],
  [404, "withdrawal_not_found", true, undefined],
  [422, "same_password", true, undefined],
])("a refusal with %i %s (token: %s) counts as %s", (status, code, hasToken, kind) => {
  expect(kindOfRefusal({ status, code, hasToken })).toBe(kind);
});
