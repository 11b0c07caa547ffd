/**
 * What the module refuses under /api/v1; what signing in refuses stands in `sign-in-refusal.ts`.
 */
import { defineRefusals } from "#platform";

export const userRefusals = defineRefusals({
  not_signed_in: { status: 401, title: "Not signed in", text: "Sign in to go on." },
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
    title: "Keep It First",
    text: "You are trying this without an account. Give it an e-mail address and a password, and go on.",
  },
  trial_no_role: {
    status: 409,
    title: "No Account",
    text: "This person tries the product without an account. They can have the role once they have kept it.",
  },
  step_up_required: {
    status: 403,
    title: "Security Verification Required",
    text: "This changes what protects your account or decides over money. Prove first that it is you.",
  },
  wrong_password: { status: 422, title: "Wrong Password", text: "This is not your password." },
  step_up_by_code: {
    status: 422,
    title: "Security Verification Required",
    text: "Your account has a second factor: use your passkey, or enter a code.",
  },
  step_up_by_password: {
    status: 422,
    title: "Security Verification Required",
    text: "Your account has no second factor: enter your password.",
  },
  step_up_without_password: {
    status: 422,
    title: "Security Verification Required",
    text: "Your account has no password. Log out, and log in again with a mailed link.",
  },
  step_up_elsewhere: {
    status: 422,
    title: "Managed elsewhere",
    text: "Your sign-in service keeps your password. Log out, and log in again there.",
  },
  too_many_proofs: {
    status: 429,
    title: "Too many tries",
    text: "There were too many tries. Wait a quarter of an hour, then try again.",
  },
  password_blocked: {
    status: 429,
    title: "Too many tries",
    text: "There were too many wrong passwords, and waiting does not help. Use Forgot Password, or a device that you have used before.",
  },
  session_blocked: {
    status: 429,
    title: "Too many tries",
    text: "There were too many wrong passwords in this session. Log out, and log in again or use Forgot Password.",
  },
  passwords_busy: {
    status: 429,
    title: "Try Again",
    text: "Very many people give their passwords at this moment. Try again in a few seconds.",
  },
  insufficient_aal: {
    status: 403,
    title: "Code needed",
    text: "Give your second factor to go on: your passkey, or a code.",
  },
  second_factor_off: {
    status: 409,
    title: "No authenticator",
    text: "Recovery codes stand in for an authenticator app, and your account has none.",
  },
  wrong_code: {
    status: 422,
    title: "Wrong Code",
    text: "This is not the code of your authenticator app.",
  },
  code_used: {
    status: 422,
    title: "Code used already",
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
    text: "Another miner has this name. Choose another one.",
  },
  mining_names_used_up: {
    status: 409,
    title: "No Further Name",
    text: "Names that you had stay yours, so that your miners go on, and you have had {most} of them. Choose one of those.",
  },
  invalid_mining_name: {
    status: 422,
    title: "Invalid Mining Name",
    text: "Use 3 to 32 lower-case letters, digits, - or _, and begin with a letter or digit.",
  },
  invalid_phone: {
    status: 422,
    title: "Invalid Phone Number",
    text: "Enter the number with its country code: + and 7 to 15 digits. Leave out a 0 in parentheses.",
  },
  invalid_name: {
    status: 422,
    title: "Invalid Name",
    text: "Use 1 to 120 characters without line breaks and control characters.",
  },
  setup_link_invalid: {
    status: 403,
    title: "Set-up link not valid",
    text: "This set-up link was used, is older than a day, was replaced by a newer one, or is not needed any more. A start without an administrator prints another.",
  },
  link_not_found: {
    status: 404,
    title: "Link not valid",
    text: "This link was used, has run out or was replaced by a newer one.",
  },
  too_many_codes: {
    status: 429,
    title: "Too many codes",
    text: "You asked for too many security codes. Try again in an hour.",
  },
  not_admin: {
    status: 403,
    title: "Administrators only",
    text: "This needs an administrator's account.",
  },
  second_factor_required: {
    status: 403,
    title: "Two-Factor Authentication",
    text: "Administrators need a second factor before they see or change anything of a person, write to anybody or decide over money. Turn on two-factor authentication in Settings and sign in with it.",
  },
  authority_waiting: {
    status: 403,
    title: "Not Yet",
    text: "You decide over money from {from} on: {hours} hours after {since}, so that nobody who took an account over decides before its owner has read of it. Other administrators can decide meanwhile.",
  },
  authority_unconfirmed: {
    status: 403,
    title: "Role Not Confirmed",
    text: "You decide over money once another administrator, not the one who gave you the role, has confirmed it on your page in Users.",
  },
  own_role: {
    status: 403,
    title: "Your Own Role",
    text: "You cannot confirm your own role. Another administrator has to.",
  },
  role_given_by_you: {
    status: 403,
    title: "Needs Another Administrator",
    text: "You gave this role. Another administrator has to confirm it.",
  },
  nothing_to_confirm: {
    status: 409,
    title: "Nothing to Confirm",
    text: "This role waits for no confirmation: it was confirmed already, was taken back, or needed none.",
  },
  own_second_factor: {
    status: 403,
    title: "Your Own Account",
    text: "You cannot remove your own authenticator here. Remove it in Settings with a code, or ask another administrator.",
  },
  factors_elsewhere: {
    status: 422,
    title: "Managed elsewhere",
    text: "Your sign-in service keeps the authenticators of its people. Remove it there.",
  },
  metadata_too_long: {
    status: 422,
    title: "Too Much Data",
    text: "What is kept about an account may have {bytes} bytes of JSON together. Take something out first.",
  },
  no_authenticator: {
    status: 409,
    title: "No Authenticator",
    text: "This person has no authenticator: it was removed already, or there was none.",
  },
  user_not_found: { status: 404, title: "Not found", text: "There is no such user." },
  person_changed: {
    status: 409,
    title: "Changed Meanwhile",
    text: "Somebody else changed the {what} of {who} while you looked. Look at the new values before you change them again.",
  },
  last_administrator: {
    status: 409,
    title: "Last administrator",
    text: "This is the last administrator who can sign in. Make another person administrator first.",
  },
  own_access: {
    status: 403,
    title: "Your Own Account",
    text: "Another administrator has to disable or delete your account, or to take the role from you.",
  },
  still_has: {
    status: 409,
    title: "Not deleted",
    text: "This person still has {what}. An account can be deleted when nothing is left in it; until then it can be disabled.",
  },
  email_taken: {
    status: 409,
    title: "Address taken",
    text: "There is an account with this e-mail address.",
  },
  invalid_email: {
    status: 422,
    title: "Invalid E-mail Address",
    text: "Enter a whole e-mail address, such as name@example.org.",
  },
  weak_password: { status: 422, title: "Password too weak", text: "{fault}" },
  managed_elsewhere: {
    status: 422,
    title: "Managed elsewhere",
    text: "People of this installation sign up with its sign-in service; they cannot be added here.",
  },
  too_many_changes: {
    status: 429,
    title: "Too many changes",
    text: "You made many changes in a short time. Go on in a minute.",
  },
  too_many_messages: {
    status: 429,
    title: "Too many e-mails",
    text: "This person got many e-mails from administrators in the last hour. Try again later.",
  },
  key_unknown: {
    status: 401,
    title: "Key Not Valid",
    text: "There is no such key: it was revoked, ended with a sign-out everywhere or a new password, or was never made.",
  },
  key_expired: {
    status: 401,
    title: "Key Expired",
    text: "This key worked until {at}. Its owner can make another one.",
  },
  key_other_network: {
    status: 403,
    title: "Key From Elsewhere",
    text: "This key does not work from {ip}: its owner has limited it to other addresses.",
  },
  key_scope_missing: {
    status: 403,
    title: "Key Without This Right",
    text: "This needs a key with the scope {scope}. Yours has {has}.",
  },
  not_for_keys: {
    status: 403,
    title: "Not for Keys",
    text: "No key opens this: it is for the person alone, signed in.",
  },
  key_not_found: {
    status: 404,
    title: "Not found",
    text: "You have no such key. It may have been revoked already.",
  },
  too_many_keys: {
    status: 409,
    title: "No Further Key",
    text: "You have {max} keys, which is the most. Revoke one that is not needed any more.",
  },
  too_many_new_keys: {
    status: 429,
    title: "Too Many New Keys",
    text: "You made many keys in a short time. Go on in an hour.",
  },
  key_network_invalid: {
    status: 422,
    title: "Not a Network",
    text: "{network} is no address and no network. Use such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.",
  },
  key_end_past: {
    status: 422,
    title: "End in the Past",
    text: "A key ends in the future, or not by itself at all.",
  },
  keys_elsewhere: {
    status: 422,
    title: "No Keys Here",
    text: "Another service signs the people of this installation in and does not tell when it shuts one out, so no key is made that would go on working.",
  },
  bad_cursor: { status: 400, title: "Invalid page", text: "This page of the list does not exist." },
});
