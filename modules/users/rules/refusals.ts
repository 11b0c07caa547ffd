/**
 * Refusals of the routes under /api/v1. `sign-in-refusal.ts` contains the refusals of the sign-in
 * API.
 */
import { defineRefusals } from "#platform";

export const userRefusals = defineRefusals({
  not_signed_in: { status: 401, title: "Not signed in", text: "Sign in to continue." },
  session_ended: {
    status: 401,
    title: "Session ended",
    text: "This session was ended. Sign in again.",
  },
  session_not_found: {
    status: 404,
    title: "Not found",
    text: "You have no such session. It may have ended already.",
  },
  account_disabled: {
    status: 403,
    title: "Account disabled",
    text: "This account was disabled. Write to support to ask why.",
  },
  account_needed: {
    status: 403,
    title: "Account needed",
    text: "You are using an anonymous account. Add an e-mail address and a password first.",
  },
  trial_no_role: {
    status: 409,
    title: "Anonymous account",
    text: "This user has an anonymous account. Administrators need an account with an e-mail address and a password.",
  },
  step_up_required: {
    status: 403,
    title: "Security Verification Required",
    text: "This changes how your account is protected, or makes a decision about money. Confirm your identity first.",
  },
  wrong_password: {
    status: 422,
    title: "Wrong password",
    text: "This is not your password. Try again.",
  },
  step_up_by_code: {
    status: 422,
    title: "Security Verification Required",
    text: "Your account has a second factor. Use your passkey or enter a code.",
  },
  step_up_by_password: {
    status: 422,
    title: "Security Verification Required",
    text: "Your account has no second factor. Enter your password.",
  },
  step_up_without_password: {
    status: 422,
    title: "Security Verification Required",
    text: "Your account has no password. Log out, then log in again with a link by e-mail.",
  },
  step_up_elsewhere: {
    status: 422,
    title: "Managed elsewhere",
    text: "Your password is managed by your sign-in service. Log out, then log in again there.",
  },
  too_many_proofs: {
    status: 429,
    title: "Too many attempts",
    text: "There were too many attempts. Try again in 15 minutes.",
  },
  password_blocked: {
    status: 429,
    title: "Too many attempts",
    text: "There were too many wrong passwords, so new devices cannot sign in with the password. Use Forgot Password, or a device you have used before.",
  },
  session_blocked: {
    status: 429,
    title: "Too many attempts",
    text: "There were too many wrong passwords in this session. Log out, then log in again or use Forgot Password.",
  },
  passwords_busy: {
    status: 429,
    title: "Server busy",
    text: "Many users are signing in at the moment. Try again in a few seconds.",
  },
  insufficient_aal: {
    status: 403,
    title: "Second factor needed",
    text: "Enter your second factor to continue: your passkey or a code.",
  },
  second_factor_off: {
    status: 409,
    title: "No authenticator",
    text: "Recovery codes replace a lost authenticator app or passkey, and your account has neither.",
  },
  wrong_code: {
    status: 422,
    title: "Wrong code",
    text: "This code is not valid. Enter the current code of your authenticator app, or an unused recovery code.",
  },
  code_used: {
    status: 422,
    title: "Code already used",
    text: "This code was used already. Wait for the next one.",
  },
  address_taken: {
    status: 403,
    title: "Address taken",
    text: "Another account here has your e-mail address. Write to support.",
  },
  mining_name_taken: {
    status: 409,
    title: "Name taken",
    text: "Another user has this mining name. Choose a different one.",
  },
  mining_names_used_up: {
    status: 409,
    title: "No more names",
    text: "You keep your earlier mining names so that your miners continue to work. You already have {most} names, the maximum. Choose one of them.",
  },
  invalid_mining_name: {
    status: 422,
    title: "Invalid mining name",
    text: "Use 3 to 32 lower-case letters, digits, - or _. Start with a letter or digit.",
  },
  invalid_phone: {
    status: 422,
    title: "Invalid phone number",
    text: "Enter the number with its country code: + and 7 to 15 digits. Leave out a 0 in parentheses.",
  },
  invalid_name: {
    status: 422,
    title: "Invalid name",
    text: "Use 1 to 120 characters, without line breaks or control characters.",
  },
  setup_link_invalid: {
    status: 403,
    title: "Set-up link not valid",
    text: "This set-up link was used, is over a day old, was replaced, or is no longer needed. If there is no administrator, the next start prints a new link.",
  },
  link_not_found: {
    status: 404,
    title: "Link not valid",
    text: "This link was already used, has expired, or was replaced by a newer one.",
  },
  too_many_codes: {
    status: 429,
    title: "Too many codes",
    text: "You requested too many security codes. Try again in an hour.",
  },
  not_admin: {
    status: 403,
    title: "Administrators only",
    text: "Only administrators can do this.",
  },
  second_factor_required: {
    status: 403,
    title: "Two-factor authentication needed",
    text: "Administrators need a second factor to see or change user data, write messages or make decisions about money. Turn on two-factor authentication in Settings, then sign in with it.",
  },
  authority_waiting: {
    status: 403,
    title: "Waiting period",
    text: "You can make decisions about money from {from}: {hours} hours after {since}. This protects against hijacked accounts. Until then, another administrator can decide.",
  },
  authority_unconfirmed: {
    status: 403,
    title: "Role not confirmed",
    text: "You can make decisions about money once an administrator, other than the one who gave you the role, confirms it on your page in Users.",
  },
  own_role: {
    status: 403,
    title: "Your own role",
    text: "You cannot confirm your own role. Ask another administrator.",
  },
  role_given_by_you: {
    status: 403,
    title: "Another administrator needed",
    text: "You gave this role, so another administrator has to confirm it.",
  },
  nothing_to_confirm: {
    status: 409,
    title: "Nothing to confirm",
    text: "This role needs no confirmation. It may have been confirmed or removed already.",
  },
  own_second_factor: {
    status: 403,
    title: "Your own account",
    text: "You cannot remove your own second factor here. Remove it in Settings with a code, or ask another administrator.",
  },
  factors_elsewhere: {
    status: 422,
    title: "Managed elsewhere",
    text: "Second factors are managed by your sign-in service. Remove it there.",
  },
  metadata_too_long: {
    status: 422,
    title: "Too much data",
    text: "The metadata of an account can have at most {bytes} bytes of JSON. Remove some of it first.",
  },
  no_authenticator: {
    status: 409,
    title: "No second factor",
    text: "This user has no second factor. It may have been removed already.",
  },
  user_not_found: { status: 404, title: "Not found", text: "This user does not exist." },
  person_changed: {
    status: 409,
    title: "Changed by someone else",
    text: "Another administrator changed the {what} of {who} after you opened this page. Check the new values, then try again.",
  },
  last_administrator: {
    status: 409,
    title: "Last administrator",
    text: "This is the last administrator who can sign in. Make another user an administrator first.",
  },
  own_access: {
    status: 403,
    title: "Your own account",
    text: "You cannot disable or delete your own account, or remove your own role. Ask another administrator.",
  },
  still_has: {
    status: 409,
    title: "Not deleted",
    text: "This user still has {what}. You can delete an account only when nothing is left in it. Until then, you can disable it.",
  },
  email_taken: {
    status: 409,
    title: "Address taken",
    text: "An account with this e-mail address already exists.",
  },
  invalid_email: {
    status: 422,
    title: "Invalid e-mail address",
    text: "Enter a complete e-mail address, such as name@example.org.",
  },
  weak_password: { status: 422, title: "Password too weak", text: "{fault}" },
  managed_elsewhere: {
    status: 422,
    title: "Managed elsewhere",
    text: "Users of this installation sign up with its sign-in service. You cannot add them here.",
  },
  too_many_changes: {
    status: 429,
    title: "Too many changes",
    text: "You made many changes in a short time. Try again in a minute.",
  },
  too_many_messages: {
    status: 429,
    title: "Too many e-mails",
    text: "This user received many e-mails from administrators in the last hour. Try again later.",
  },
  key_unknown: {
    status: 401,
    title: "API key not valid",
    text: "This API key does not exist. It may have been revoked, for example by a new password or by signing out everywhere.",
  },
  key_expired: {
    status: 401,
    title: "API key expired",
    text: "This API key expired at {at}. Its owner can create a new one.",
  },
  key_other_network: {
    status: 403,
    title: "Address not allowed",
    text: "This API key does not work from {ip}, because its owner limited it to other addresses.",
  },
  key_scope_missing: {
    status: 403,
    title: "Scope missing",
    text: "This needs an API key with the scope {scope}. Yours has {has}.",
  },
  not_for_keys: {
    status: 403,
    title: "Not for API keys",
    text: "API keys cannot do this. Sign in as the user.",
  },
  key_not_found: {
    status: 404,
    title: "Not found",
    text: "You have no such API key. It may have been revoked already.",
  },
  too_many_keys: {
    status: 409,
    title: "No more API keys",
    text: "You have {max} API keys, which is the maximum. Revoke one that you no longer need.",
  },
  too_many_new_keys: {
    status: 429,
    title: "Too many new API keys",
    text: "You created many API keys in a short time. Try again in an hour.",
  },
  key_network_invalid: {
    status: 422,
    title: "Invalid network",
    text: "{network} is not an address or a network. Examples: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.",
  },
  key_end_past: {
    status: 422,
    title: "Expiry in the past",
    text: "Choose an expiry in the future, or no expiry.",
  },
  keys_elsewhere: {
    status: 422,
    title: "No API keys here",
    text: "Users of this installation sign in with another service. It does not report when it blocks a user, so an API key would continue to work.",
  },
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
});
