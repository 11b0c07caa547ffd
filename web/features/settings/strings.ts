/** Texts of the settings. The requirement fixes the labels and the notice of the toggles. */
import { profileLimits, sessionLimits } from "../../../api/limits.ts";

export const settingsTexts = {
  title: "Settings",
  lead: "Your profile, what you are told, how you are protected, and how this app looks.",
  back: "All settings",
  profile: "Profile",
  name: "Full Name",
  email: "Email Address",
  emailHint: "You sign in with it.",
  changeEmail: "Change e-mail",
  phone: "Phone Number for SMS alerts",
  phoneHint: "With its country code, such as +49 151 12345678. Empty: no SMS.",
  miningName: "Mining name",
  miningNameHint:
    "Public: your machines connect under it, as name.worker. 3 to 32 of a-z, 0-9, - and _.",
  save: "Save Changes",
  saving: "Saving...",
  savedTitle: "Profile Saved",
  savedText: "Your changes are saved.",
  unchanged: "There is nothing to save yet.",
  nameMissing: "Enter your name.",
  nameBad: `Use at most ${profileLimits.nameMax} characters, no line breaks and no control characters.`,
  phoneDigits: "Digits only, with the country code: + and 7 to 15 digits.",
  phoneTrunkZero: "Leave out the 0 in parentheses, such as +49 151 12345678.",
  phoneLength: "Enter + and 7 to 15 digits; a country code never begins with 0.",
  miningNameBad:
    "Use 3 to 32 lower-case letters, digits, - or _, and begin with a letter or digit.",
} as const;

export const noticeTexts = {
  title: "Notifications",
  email: "Email",
  sms: "SMS",
  labels: {
    login: "New Logins",
    withdrawal: "Withdrawals",
    deposit: "Deposits",
    promotions: "Promotions & News",
    smsLogin: "New Logins",
    smsWithdrawal: "Withdrawal Approvals",
  },
  hints: {
    login: "Device, IP address and time of each sign-in.",
    withdrawal: "Requested, completed or failed.",
    deposit: "Seen on the network, credited.",
    promotions: "What the administrators of this installation announce.",
    smsLogin: "Device, IP address and time of each sign-in.",
    smsWithdrawal: "Approved with your code, or not approved.",
  },
  alwaysElsewhere: "Codes and receipts are always sent. Your identity provider tells of logins.",
  always: "Codes, recovery links, changes of the password and receipts are always sent.",
  place: {
    neither:
      "This installation has no SMS gateway and no mail server: both kinds land in your mailbox here.",
    mail: "E-mail leaves this installation, with a copy in your mailbox here; it has no SMS gateway, so SMS land in the mailbox only.",
    sms: "SMS leave this installation, with a copy in your mailbox here; it has no mail server, so e-mail lands in the mailbox only.",
    both: "Both kinds leave this installation, with a copy in your mailbox here; a code or a link is in what was sent only.",
  },
  phoneNeeded: "An SMS needs a phone number. Until one is saved above, none is sent.",
  phoneNeededElsewhere: "An SMS needs a phone number. Until one is saved, none is sent.",
  addPhone: "Add a phone number",
  updatedTitle: "Notification settings updated",
  updatedText: (label: string, isSms: boolean, isOn: boolean) =>
    `${label} by ${isSms ? "SMS" : "e-mail"}: ${isOn ? "on" : "off"}.`,
} as const;

export const securityTexts = {
  title: "Security",
  twoFactor: "Two-Factor Auth",
  twoFactorHint: "Passkeys, or a code of your phone, for logins and withdrawals.",
  loginNotices: "Login Notifications",
  loginNoticesHint: "How we tell you about new logins, and the last notices.",
  history: "View Login History",
  historyHint: "Sign-ins, open sessions, sign out elsewhere.",
  keys: "API Keys",
  keysHint: "Access for your own scripts, without your password.",
  password: "Change Password",
  passwordHint: "Changing it signs out all other devices and revokes your keys.",
  managed: "Managed by your identity provider.",
} as const;

export const emailTexts = {
  title: "Change E-mail",
  lead: "The address you sign in with changes only when the old and the new one have both confirmed it.",
  leadElsewhere:
    "Your identity provider keeps the address you sign in with; this form asks it for a change.",
  panel: "A new address",
  current: "Current e-mail",
  next: "New e-mail",
  addressBad: "Enter an e-mail address, such as name@example.org.",
  same: "This is your address already.",
  submit: "Send Both Messages",
  busy: "Sending...",
  sentTitle: "Messages Sent",
  sentText: "Confirm the change in both of them.",
  failedTitle: "E-mail Not Changed",
  steps: "What happens",
  stepsHere: [
    "A message with a link goes to your old address, another to the new one. Each link works once, for one hour.",
    "When both links were pressed, in any order, the address changes. Your password, your coins and your sessions stay.",
    "The old address is told, and links mailed to it before stop working.",
  ],
  stepsElsewhere: [
    "Your identity provider writes to the new address, or to both, and waits for its links.",
    "When it has changed the address, this installation follows within a minute of your next visit: codes and messages go to the new one.",
    "The old address is told.",
  ],
  mailbox:
    "This installation has no mail server: both messages lie in your practice mailbox here, where they prove less than with real mail.",
  toMailbox: "To the mailbox",
  pending: "A change is waiting",
  pendingText: (email: string) => `Your new address is to be ${email}.`,
  oldSide: "Old address",
  newSide: "New address",
  confirmed: "Confirmed",
  waiting: "Waiting for its link",
  resend: "Send Again",
  resending: "Sending...",
  resentTitle: "Sent Again",
  resentText: "Each message has a link of its own; use one of them.",
  cancel: "Cancel Change",
  canceling: "Canceling...",
  canceledTitle: "Change Canceled",
  canceledText: "Your address stays as it is. The mailed links no longer work.",
} as const;

export const passwordTexts = {
  title: "Change Password",
  lead: "All your other sessions and your keys for programs end with it, and a message tells you of it.",
  leadElsewhere:
    "Your identity provider keeps your password; this form changes it there. Whether your other sessions end is for that service to say. This installation does not hear of it and locks no withdrawals.",
  current: "Current password",
  next: "New password",
  confirm: "Confirm new password",
  submit: "Change Password",
  busy: "Changing...",
  currentMissing: "Enter your current password.",
  confirmMissing: "Enter the new password again.",
  mismatchTitle: "Passwords do not match",
  mismatchText: "Please check your passwords and try again.",
  doneTitle: "Password Changed",
  doneText: "All your other sessions and your keys for programs were ended.",
  doneElsewhere: "Your identity provider has the new one.",
  failedTitle: "Password Not Changed",
} as const;

export const loginNoticesTexts = {
  title: "Login Notifications",
  managed: "Managed by your identity provider: sign-ins are told by it, or not at all.",
  lead: "How you hear of a sign-in to your account, and the last notices that were sent.",
  switches: "New Logins",
  byEmail: "Email: New Logins",
  bySms: "SMS: New Logins",
  sent: "Last notices",
  emptyTitle: "No notice yet",
  emptyText: "The next sign-in with your password is told here and in your mailbox.",
  channels: { email: "E-mail", sms: "SMS" },
} as const;

/** Labels of the sign-in service's methods of proving an identity. */
export const methodTexts: Readonly<Record<string, string>> = {
  password: "Password",
  otp: "Mailed link or code",
  totp: "Authenticator code",
  recovery_code: "Recovery code",
  passkey: "Passkey",
  webauthn: "Passkey after the password",
  step_up: "Security check",
  current_password: "Password for a change",
  anonymous: "Without an account",
};

export const placeTexts = {
  here: "This computer",
  local: "Local network",
  unknown: "Unknown",
  why: "No address is looked up anywhere, so places are unknown.",
} as const;

export const historyTexts = {
  title: "Login History",
  lead: "Where your account is open now, and every sign-in and failed attempt.",
  sessions: "Open sessions",
  terms: `A session ends by itself after ${sessionLimits.unusedDays} days without use, and ${sessionLimits.longestDays} days after its beginning at the latest; an administrator's after ${sessionLimits.administratorUnusedHours} hours and ${sessionLimits.administratorLongestDays} days. An account has ${sessionLimits.openMax} at most: one more ends the oldest.`,
  thisOne: "This session",
  end: "Sign out",
  endLabel: (device: string, since: string) => `Sign out ${device}, since ${since}`,
  keep: "Keep",
  ending: "Signing out...",
  one: {
    title: "Sign Out a Session",
    question: (device: string) =>
      `${device} is signed out at once and has to log in again. If you do not know it, change your password too.`,
    submit: "Sign Out",
    endedTitle: "Session Ended",
    endedText: "That device is signed out.",
  },
  endOthers: "Sign out everywhere else",
  others: {
    title: "Sign Out Everywhere Else",
    question:
      "All your other sessions end at once, on every device, and so do your keys for programs. This one stays.",
    submit: "Sign Out Others",
    endedTitle: "Signed Out Everywhere Else",
    endedText: "Only this session is open now.",
  },
  endAll: "Sign out everywhere, here too",
  all: {
    title: "Sign Out Everywhere",
    question:
      "All your sessions end at once, this one too, and so do your keys for programs. You have to log in again.",
    submit: "Sign Out All",
    endedTitle: "Signed Out Everywhere",
    endedText: "No session of your account is open any more.",
  },
  noOthers: "No other session is open.",
  leadElsewhere:
    "What was done to your account here. Sign-ins and sessions are with the service that signs you in.",
  managed: "Managed by your identity provider: it lists your sessions and sign-ins and ends them.",
  history: "Sign-ins",
  success: "Signed in",
  lacksCode: (method: string) =>
    method === "password" ? "Password accepted, code asked for" : "Link accepted, code asked for",
  failure: "Failed",
  emptyTitle: "No sign-in yet",
  emptyText: "Each sign-in with its device, IP address and time appears here.",
  older: "Older sign-ins",
  columns: {
    device: "Device",
    method: "Proved by",
    ip: "IP address",
    place: "Place",
    since: "First used",
    lastUsed: "Last used",
    ends: "Ends if unused",
    time: "Time",
    result: "Result",
  },
} as const;

export const preferenceTexts = {
  title: "Preferences",
  foot: "Kept in this browser, for all its tabs.",
  theme: "Theme",
  themes: { system: "System", dark: "Dark", light: "Light" },
  unit: "Unit",
  singleKeys: "Single-key shortcuts",
  singleKeysNote: "g and a letter, / and ?. Ctrl + K always opens the search.",
  format: "Number format",
  formats: {
    browser: "Browser's",
    en: "English",
    de: "German",
    fr: "French",
    "de-CH": "Swiss",
  },
  formatHint: (example: string) =>
    `Shown as ${example}. Amount fields read this format, and decimals with a dot: 0.015. Forex prices take a dot.`,
} as const;
