/**
 * Refusals of the sign-in API, with the codes and texts that the official client expects from
 * Supabase Auth. https://supabase.com/docs/guides/auth/debugging/error-codes
 */
import { PASSKEY_NOT_VERIFIED } from "#api/sign-in-texts";
import { Refusal } from "#platform";

type Status = Refusal["status"];

export const SIGN_IN_REFUSALS = {
  bad_code_verifier: [400, "code challenge does not match previously saved code verifier"],
  email_exists: [422, "A user with this email address has already been registered"],
  email_not_confirmed: [400, "Email not confirmed"],
  flow_state_expired: [422, "invalid flow state, flow state has expired"],
  flow_state_not_found: [404, "invalid flow state, no valid flow state found"],
  insufficient_aal: [401, "AAL2 session is required when MFA is enabled"],
  invalid_credentials: [400, "Invalid login credentials"],
  mfa_challenge_expired: [
    422,
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ],
  mfa_factor_name_conflict: [422, "A factor with this friendly name already exists"],
  mfa_factor_not_found: [404, "Factor not found"],
  mfa_ip_address_mismatch: [422, "Challenge and verify IP addresses mismatch."],
  mfa_verification_failed: [422, "Invalid TOTP code entered"],
  otp_expired: [403, "Email link is invalid or has expired"],
  passkey_disabled: [404, "Passkeys cannot work at the address of this installation."],
  over_email_send_rate_limit: [429, "Email rate limit exceeded"],
  over_request_rate_limit: [429, "Request rate limit reached"],
  reauthentication_needed: [400, "Password update requires reauthentication"],
  reauthentication_not_valid: [422, "Nonce has expired or is invalid"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  same_password: [422, "New password should be different from the old password."],
  session_not_found: [403, "Session from session_id claim in JWT does not exist"],
  too_many_enrolled_mfa_factors: [
    422,
    "Maximum number of verified factors reached, unenroll to continue",
  ],
  user_already_exists: [422, "User already registered"],
  user_banned: [400, "User is banned"],
  user_not_found: [403, "User from sub claim in JWT does not exist"],
  validation_failed: [400, "Invalid request"],
  webauthn_challenge_expired: [400, "This took too long. Try again."],
  webauthn_challenge_not_found: [400, "This sign-in was started elsewhere or is over. Try again."],
  webauthn_credential_exists: [422, "This passkey already belongs to an account."],
  webauthn_verification_failed: [400, PASSKEY_NOT_VERIFIED],
} as const satisfies Record<string, readonly [status: Status, text: string]>;

export type SignInRefusalCode = keyof typeof SIGN_IN_REFUSALS;

export class SignInRefusal extends Refusal {
  readonly signInCode: SignInRefusalCode;

  /**
   * `text` and `status` are given if they differ from Supabase Auth's usual values for the code.
   * `event` is given if the security event needs more detail than the client's code.
   */
  constructor(
    code: SignInRefusalCode,
    {
      event = code,
      ...said
    }: { readonly text?: string; readonly status?: Status; readonly event?: string } = {},
  ) {
    const [status, text] = SIGN_IN_REFUSALS[code];
    super(event, { title: "Sign-In", status, text, ...said });
    this.signInCode = code;
  }
}
