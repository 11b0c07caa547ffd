/**
 * Messages about an account and the ways into it: welcome, links, codes, logins, second factor.
 * None can be silenced but the login notice.
 */
import { lockLimits } from "#api/limits";
import { isPlain } from "./plain-text.ts";
import { NOT_YOU, template } from "./template.ts";

const LOCKED = `No withdrawal leaves your account for ${lockLimits.withdrawalHours} hours.`;

export const accountTemplates = {
  welcome: template<"name" | "siteUrl">(null, ({ name, siteUrl }) => ({
    subject: "Welcome to Hashfloor",
    text: `Hello${isPlain(name) ? ` ${name}` : ""},

your practice account is open. Everything here is real software on a Bitcoin test network: the coins have no value, and nobody will ever ask you for money, a card or a seed phrase.

The faucet sends you test coins: ${siteUrl}/deposit`,
  })),
  security_code: template<"code" | "purpose" | "minutes">(
    null,
    ({ code, purpose, minutes }) => ({
      subject: "Your security code",
      text: `${code}

is your code for: ${purpose}. It works once, for ${minutes} minutes. Give it to nobody; we never ask for it.`,
    }),
    {
      preference: "smsWithdrawal",
      isFor: ({ purpose }) => purpose.startsWith("a withdrawal"),
      write: ({ code, purpose, minutes }) =>
        `${code} is your code for: ${purpose}. It works once, for ${minutes} minutes. Give it to nobody.`,
    },
  ),
  recovery_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Set a new password",
    text: `Open this page to set a new password:

${link}

Where you are asked for a code instead, it is ${code}. Link and code work once, for ${minutes} minutes. Give them to nobody; we never ask for them. If you did not ask for this, nothing has changed and you need do nothing.`,
  })),
  magic_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Sign in",
    text: `Open this page to sign in:

${link}

Or type this code where you asked for it: ${code}

Link and code work once, for ${minutes} minutes. Give them to nobody; we never ask for them. If you did not ask for this, nothing has happened and you need do nothing.`,
  })),
  confirmation_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Confirm your e-mail address",
    text: `Open this page to confirm that this address is yours:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. Was it not you who asked for an account here? Confirm nothing: somebody else may have chosen its password.`,
  })),
  sign_up_known: template<"at" | "ip" | "siteUrl">(null, ({ at, ip, siteUrl }) => ({
    subject: "You have an account already",
    text: `Somebody asked at ${at} from ${ip} to open a practice account with this address, which has one. Nothing has changed.

Was it you? Log in: ${siteUrl}/login, or set a new password: ${siteUrl}/forgot-password. If it was not you, you need do nothing.`,
  })),
  email_change_known: template<"at">(null, ({ at }) => ({
    subject: "Your address was given for another account",
    text: `Somebody who is signed in to another account asked at ${at} to sign in with this address from now on. It belongs to your account, so that cannot be, and nothing has changed. You need do nothing.`,
  })),
  invitation_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "You are invited to a practice floor",
    text: `The operator of this installation opened a practice account for you. Open this page to sign in to it and choose a password:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. Everything there is made of test coins without value.`,
  })),
  email_change_current: template<"link" | "code" | "minutes" | "oldEmail" | "newEmail">(
    null,
    ({ link, code, minutes, oldEmail, newEmail }) => ({
      subject: "Confirm the change of your e-mail address",
      text: `Somebody who is signed in to your account asked to change its e-mail address from ${oldEmail} to ${newEmail}. Open this page to confirm it:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. The address changes only when the message to ${newEmail} is confirmed too. Was it not you? Confirm nothing, change your password and sign out everywhere in Settings.`,
    }),
  ),
  email_change_new: template<"link" | "code" | "minutes" | "oldEmail" | "newEmail">(
    null,
    ({ link, code, minutes, oldEmail, newEmail }) => ({
      subject: "Confirm your new e-mail address",
      text: `The account of ${oldEmail} is to sign in with ${newEmail}. Open this page to confirm that this address is yours:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. The address changes only when the message to ${oldEmail} is confirmed too.`,
    }),
  ),
  keep_link: template<"link" | "code" | "minutes" | "newEmail">(
    null,
    ({ link, code, minutes, newEmail }) => ({
      subject: "Keep what you tried",
      text: `Somebody tries this practice floor without an account and wants to keep it with ${newEmail} and a password that they chose. Open this page to confirm that this address is yours:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. Was it not you? Confirm nothing, and no account is made.`,
    }),
  ),
  email_changed: template<"oldEmail" | "newEmail" | "at" | "ip">(
    null,
    ({ oldEmail, newEmail, at, ip }) => ({
      subject: "Your e-mail address was changed",
      text: `Your account signs in with ${newEmail} now, no longer with ${oldEmail}. Both addresses confirmed it; the second at ${at} from ${ip}. ${LOCKED}

${NOT_YOU}`,
    }),
  ),
  email_changed_elsewhere: template<"oldEmail" | "newEmail" | "at">(
    null,
    ({ oldEmail, newEmail, at }) => ({
      subject: "Your e-mail address was changed",
      text: `Your sign-in service says since ${at} that you sign in with ${newEmail}, no longer with ${oldEmail}. Messages of this installation go to the new address from now on. ${LOCKED}

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
      subject: "Your second factor was asked for on a new device",
      text: `Someone gave ${proof} on a new device or place and was asked for the code of your second factor. Nobody is signed in there before the code was given; a message "New login" tells you when it was.

Time: ${at}
IP address: ${ip}
Device: ${device}

${NOT_YOU}`,
    }),
    {
      preference: "smsLogin",
      write: ({ at, ip, device, proof }) =>
        `Someone gave ${proof} at ${at} from ${ip}, ${device}, and was asked for your code. ${NOT_YOU}`,
    },
  ),
  refresh_reuse: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "A session was ended for your safety",
    text: `A key of one of your sessions was used twice, at ${at} from ${ip}. Somebody may have copied it, so we ended that session. Sign in again.

${NOT_YOU}`,
  })),
  password_changed: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "Your password was changed",
    text: `Your password was changed at ${at} from ${ip}. All your other sessions and your keys for programs were ended. ${LOCKED}

${NOT_YOU}`,
  })),
  // Delivered while the old number is still the one on record: its SMS goes there.
  phone_changed: template<"at" | "ip" | "oldPhone" | "newPhone">(
    null,
    ({ at, ip, oldPhone, newPhone }) => ({
      subject: "Your phone number was changed",
      text: `The phone number of your account was changed from ${oldPhone} to ${newPhone}, at ${at} from ${ip}. SMS alerts and codes go only to the number on record.

${NOT_YOU}`,
    }),
    {
      preference: null,
      write: ({ at, ip }) =>
        `Your account's SMS alerts and codes no longer come to this number: it was changed at ${at} from ${ip}. ${NOT_YOU}`,
    },
  ),
  second_factor_on: template<"what" | "at" | "ip">(null, ({ what, at, ip }) => ({
    subject: "Two-factor sign-in was switched on",
    text: `${what} was added to your account at ${at} from ${ip}. From now on your password alone neither signs in nor withdraws. Keys for programs that were made before a second factor do not work any more. Keep your recovery codes on paper. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_added: template<"what" | "at" | "ip">(null, ({ what, at, ip }) => ({
    subject: `${what} was added to your account`,
    text: `${what} was added to your account at ${at} from ${ip}. It proves that you are you from now on, as your other authenticators and passkeys do; your recovery codes stay as they are. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_off: template<"what" | "at" | "ip" | "rest">(null, ({ what, at, ip, rest }) => ({
    subject: `${what} was removed from your account`,
    text: `${what} was removed from your account at ${at} from ${ip}. ${rest} All your other sessions and your keys for programs were ended. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_taken: template<"who" | "what" | "rest" | "reason" | "at" | "until">(
    null,
    ({ who, what, rest, reason, at, until }) => ({
      subject: "A second factor was removed from your account",
      text: `${who} removed ${what} from your account at ${at}, as asked for after the loss of phone and recovery codes. ${rest} No withdrawal leaves your account before ${until}.

How it was made sure that it was you who asked: ${reason}

${NOT_YOU} Then write to support, before withdrawals open again: somebody else asked in your name.`,
    }),
  ),
  recovery_code_used: template<"at" | "ip" | "device" | "left">(
    null,
    ({ at, ip, device, left }) => ({
      subject: "A recovery code was used",
      text: `Somebody proved to be you with one of your recovery codes. Codes left: ${left}.

Time: ${at}
IP address: ${ip}
Device: ${device}

Is your phone lost? Remove its authenticator in Settings and add the new one. ${NOT_YOU}`,
    }),
  ),
  recovery_codes_made: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "New recovery codes were made",
    text: `New recovery codes were made for your account at ${at} from ${ip}. Older ones do not work any more.

${NOT_YOU}`,
  })),
  key_made: template<"name" | "hint" | "may" | "from" | "until" | "at" | "ip">(
    null,
    ({ name, hint, may, from, until, at, ip }) => ({
      subject: "A key for a program was made",
      text: `A key for a program was made for your account at ${at} from ${ip}. Whoever has it acts in your name without signing in.

Name: ${name}
Begins with: ${hint}
May: ${may}
Works from: ${from}
${until}

No key changes your account, and none withdraws elsewhere than to an address that you verified. ${NOT_YOU} That ends your keys, too.`,
    }),
  ),
  key_revoked: template<"name" | "hint" | "at" | "ip">(null, ({ name, hint, at, ip }) => ({
    subject: "A key for a program was revoked",
    text: `The key "${name}" of your account, which begins with ${hint}, was revoked at ${at} from ${ip}. Programs that use it get no answer any more.

${NOT_YOU}`,
  })),
  address_verified: template<"address" | "network" | "at" | "ip">(
    null,
    ({ address, network, at, ip }) => ({
      subject: "An address was verified as yours",
      text: `Somebody who is signed in to your account proved by a signed message that this ${network} address is theirs, at ${at} from ${ip}. Withdrawals offer it from now on:

${address}

${NOT_YOU} Then remove the address on the Wallet page.`,
    }),
  ),
  address_lock_on: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "Withdrawals go to verified addresses only",
    text: `Since ${at} withdrawals from your account go to your verified addresses only, as somebody who is signed in to it asked from ${ip}. An address that is verified from now on counts 24 hours later.

${NOT_YOU}`,
  })),
  address_lock_off: template<"at" | "ip" | "until">(null, ({ at, ip, until }) => ({
    subject: "Withdrawals will go to any address",
    text: `Somebody who is signed in to your account asked at ${at} from ${ip} that withdrawals go to any address again. Until ${until} they still go to your verified addresses only.

${NOT_YOU} Then turn the limit on again on the Wallet page, before that time.`,
  })),
} as const;
