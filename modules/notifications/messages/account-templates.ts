/**
 * Templates for messages about the account and its security: welcome, links, codes, logins, second
 * factors and API keys. Users can turn off only the templates of the category "login".
 */
import { lockLimits } from "#api/limits";
import { isPlain } from "./plain-text.ts";
import { NOT_YOU, template } from "./template.ts";

const LOCKED = `Withdrawals from your account are locked for ${lockLimits.withdrawalHours} hours.`;

export const accountTemplates = {
  welcome: template<"name" | "siteUrl">(null, ({ name, siteUrl }) => ({
    subject: "Welcome to Hashfloor",
    text: `Hello${isPlain(name) ? ` ${name}` : ""},

your practice account is open. Everything here is real software on a Bitcoin test network: the coins have no value, and we will never ask you for money, a card or a seed phrase.

Get free test coins from the faucet: ${siteUrl}/deposit`,
  })),
  security_code: template<"code" | "purpose" | "minutes">(
    null,
    ({ code, purpose, minutes }) => ({
      subject: "Your security code",
      text: `${code}

is your code for: ${purpose}. It works once, within ${minutes} minutes. Do not share it. We never ask for it.`,
    }),
    {
      preference: "smsWithdrawal",
      isFor: ({ purpose }) => purpose.startsWith("a withdrawal"),
      write: ({ code, purpose, minutes }) =>
        `${code} is your code for: ${purpose}. It works once, within ${minutes} minutes. Do not share it.`,
    },
  ),
  recovery_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Set a new password",
    text: `Open this page to set a new password:

${link}

If a page asks you for a code instead, enter ${code}. The link and the code work once, within ${minutes} minutes. Do not share them. We never ask for them. If you did not request this, you can ignore this message. Nothing has changed.`,
  })),
  magic_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Sign in",
    text: `Open this page to sign in:

${link}

Or enter this code on the page where you requested it: ${code}

The link and the code work once, within ${minutes} minutes. Do not share them. We never ask for them. If you did not request this, you can ignore this message. Nothing has happened.`,
  })),
  confirmation_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Confirm your e-mail address",
    text: `Open this page to confirm that this address is yours:

${link}

If a page asks you for a code instead, enter ${code}. The link and the code work once, within ${minutes} minutes. If you did not sign up here, do not confirm: someone else may have chosen the password.`,
  })),
  sign_up_known: template<"at" | "ip" | "siteUrl">(null, ({ at, ip, siteUrl }) => ({
    subject: "You already have an account",
    text: `Someone tried to sign up with this address at ${at} from ${ip}, but it already has a practice account. Nothing has changed.

If it was you, log in at ${siteUrl}/login or set a new password at ${siteUrl}/forgot-password. If it was not you, you can ignore this message.`,
  })),
  email_change_known: template<"at">(null, ({ at }) => ({
    subject: "Someone entered your address for another account",
    text: `At ${at} a user of another account tried to change its e-mail address to yours. Your address belongs to your account, so the change was refused and nothing has changed. You can ignore this message.`,
  })),
  invitation_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "You are invited to Hashfloor",
    text: `The operator of this installation opened a practice account for you. Open this page to sign in and choose a password:

${link}

If a page asks you for a code instead, enter ${code}. The link and the code work once, within ${minutes} minutes. The platform uses test coins only. They have no value.`,
  })),
  email_change_current: template<"link" | "code" | "minutes" | "oldEmail" | "newEmail">(
    null,
    ({ link, code, minutes, oldEmail, newEmail }) => ({
      subject: "Confirm your e-mail address change",
      text: `Someone who is signed in to your account asked to change its e-mail address from ${oldEmail} to ${newEmail}. Open this page to confirm the change:

${link}

If a page asks you for a code instead, enter ${code}. The link and the code work once, within ${minutes} minutes. The address changes only after the message to ${newEmail} is also confirmed. Not you? Do not confirm. Change your password and sign out everywhere in Settings.`,
    }),
  ),
  email_change_new: template<"link" | "code" | "minutes" | "oldEmail" | "newEmail">(
    null,
    ({ link, code, minutes, oldEmail, newEmail }) => ({
      subject: "Confirm your new e-mail address",
      text: `Someone who is signed in to the account ${oldEmail} asked to change its e-mail address to ${newEmail}. Open this page to confirm that this address is yours:

${link}

If a page asks you for a code instead, enter ${code}. The link and the code work once, within ${minutes} minutes. The address changes only after the message to ${oldEmail} is also confirmed.`,
    }),
  ),
  keep_link: template<"link" | "code" | "minutes" | "newEmail">(
    null,
    ({ link, code, minutes, newEmail }) => ({
      subject: "Confirm your new account",
      text: `Someone who is using Hashfloor with an anonymous account wants to keep it with the address ${newEmail} and a password they chose. Open this page to confirm that this address is yours:

${link}

If a page asks you for a code instead, enter ${code}. The link and the code work once, within ${minutes} minutes. Not you? Do not confirm, and no account will be created.`,
    }),
  ),
  email_changed: template<"oldEmail" | "newEmail" | "at" | "ip">(
    null,
    ({ oldEmail, newEmail, at, ip }) => ({
      subject: "Your e-mail address was changed",
      text: `You now sign in with ${newEmail} instead of ${oldEmail}. Both addresses confirmed the change, the second at ${at} from ${ip}. ${LOCKED}

${NOT_YOU}`,
    }),
  ),
  email_changed_elsewhere: template<"oldEmail" | "newEmail" | "at">(
    null,
    ({ oldEmail, newEmail, at }) => ({
      subject: "Your e-mail address was changed",
      text: `At ${at} your sign-in service reported that you now sign in with ${newEmail} instead of ${oldEmail}. We now send messages to the new address. ${LOCKED}

${NOT_YOU}`,
    }),
  ),
  new_login: template<"at" | "ip" | "device" | "novelty">(
    "login",
    ({ at, ip, device, novelty }) => ({
      subject: "New login",
      text: `Someone signed in to your account from ${novelty}.

Time: ${at}
IP address: ${ip}
Device: ${device}

${NOT_YOU}`,
    }),
    {
      preference: "smsLogin",
      write: ({ at, ip, device }) => `New login at ${at} from ${ip}, ${device}. ${NOT_YOU}`,
    },
  ),
  first_factor_passed: template<"at" | "ip" | "device" | "proof">(
    "login",
    ({ at, ip, device, proof }) => ({
      subject: "Sign-in attempt from a new device",
      text: `Someone used ${proof} on a new device or in a new place and was asked for your second factor. Without it, they cannot sign in. If they provide it, you receive a "New login" message.

Time: ${at}
IP address: ${ip}
Device: ${device}

${NOT_YOU}`,
    }),
    {
      preference: "smsLogin",
      write: ({ at, ip, device, proof }) =>
        `Someone used ${proof} at ${at} from ${ip}, ${device}, and was asked for your second factor. ${NOT_YOU}`,
    },
  ),
  refresh_reuse: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "A session was ended for your safety",
    text: `A token of one of your sessions was used twice, the second time at ${at} from ${ip}. Someone may have copied it, so we ended that session. Sign in again.

${NOT_YOU}`,
  })),
  password_changed: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "Your password was changed",
    text: `Your password was changed at ${at} from ${ip}. All your other sessions were ended and your API keys revoked. ${LOCKED}

${NOT_YOU}`,
  })),
  // Delivered before the new number is saved, so that the SMS goes to the old number.
  phone_changed: template<"at" | "ip" | "oldPhone" | "newPhone">(
    null,
    ({ at, ip, oldPhone, newPhone }) => ({
      subject: "Your phone number was changed",
      text: `The phone number of your account was changed from ${oldPhone} to ${newPhone} at ${at} from ${ip}. SMS alerts and codes are sent only to the current number.

${NOT_YOU}`,
    }),
    {
      preference: null,
      write: ({ at, ip }) =>
        `This number no longer receives SMS alerts and codes for your account because the number was changed at ${at} from ${ip}. ${NOT_YOU}`,
    },
  ),
  second_factor_on: template<"what" | "at" | "ip">(null, ({ what, at, ip }) => ({
    subject: "Two-factor authentication was turned on",
    text: `${what} was added to your account at ${at} from ${ip}. Your password alone is no longer enough to sign in or withdraw. API keys created before your first second factor have been revoked. Keep your recovery codes on paper. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_added: template<"what" | "at" | "ip">(null, ({ what, at, ip }) => ({
    subject: `${what} was added to your account`,
    text: `${what} was added to your account at ${at} from ${ip}. You can now use it as a second factor, like your other authenticators and passkeys. Your recovery codes have not changed. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_off: template<"what" | "at" | "ip" | "rest">(null, ({ what, at, ip, rest }) => ({
    subject: `${what} was removed from your account`,
    text: `${what} was removed from your account at ${at} from ${ip}. ${rest} All your other sessions were ended and your API keys revoked. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_taken: template<"who" | "what" | "rest" | "reason" | "at" | "until">(
    null,
    ({ who, what, rest, reason, at, until }) => ({
      subject: "A second factor was removed from your account",
      text: `${who} removed ${what} from your account at ${at}, after a report that you lost your phone and recovery codes. ${rest} Withdrawals from your account are locked until ${until}.

How they checked that the request came from you: ${reason}

${NOT_YOU} Then write to support before withdrawals are unlocked, because someone else made the request in your name.`,
    }),
  ),
  recovery_code_used: template<"at" | "ip" | "device" | "left">(
    null,
    ({ at, ip, device, left }) => ({
      subject: "A recovery code was used",
      text: `Someone used one of your recovery codes to prove their identity. Codes left: ${left}.

Time: ${at}
IP address: ${ip}
Device: ${device}

If you lost your phone, remove its authenticator in Settings and add a new one. ${NOT_YOU}`,
    }),
  ),
  recovery_codes_made: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "New recovery codes were created",
    text: `New recovery codes were created for your account at ${at} from ${ip}. Your old codes no longer work.

${NOT_YOU}`,
  })),
  key_made: template<"name" | "hint" | "may" | "from" | "until" | "at" | "ip">(
    null,
    ({ name, hint, may, from, until, at, ip }) => ({
      subject: "An API key was created",
      text: `An API key was created for your account at ${at} from ${ip}. Anyone who has it can act in your name without signing in.

Name: ${name}
Starts with: ${hint}
Scopes: ${may}
Allowed addresses: ${from}
${until}

An API key cannot change your account, and it can withdraw only to addresses that you verified. ${NOT_YOU} This also revokes your API keys.`,
    }),
  ),
  key_revoked: template<"name" | "hint" | "at" | "ip">(null, ({ name, hint, at, ip }) => ({
    subject: "An API key was revoked",
    text: `The API key "${name}" of your account, which starts with ${hint}, was revoked at ${at} from ${ip}. Programs that use it no longer have access.

${NOT_YOU}`,
  })),
  address_verified: template<"address" | "network" | "at" | "ip">(
    null,
    ({ address, network, at, ip }) => ({
      subject: "A withdrawal address was verified",
      text: `Someone who is signed in to your account signed a message at ${at} from ${ip} to prove that this ${network} address is theirs. You can now choose it for withdrawals:

${address}

${NOT_YOU} Then remove the address on the Wallet page.`,
    }),
  ),
  address_lock_on: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "Withdrawals limited to verified addresses",
    text: `Someone who is signed in to your account limited its withdrawals to your verified addresses at ${at} from ${ip}. An address that you verify from now on can be used after 24 hours.

${NOT_YOU}`,
  })),
  address_lock_off: template<"at" | "ip" | "until">(null, ({ at, ip, until }) => ({
    subject: "Withdrawals will be allowed to any address",
    text: `Someone who is signed in to your account removed the limit on withdrawal addresses at ${at} from ${ip}. Until ${until}, withdrawals can still go only to your verified addresses.

${NOT_YOU} Then turn the limit on again on the Wallet page before that time.`,
  })),
} as const;
