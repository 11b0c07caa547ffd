/** Texts of the settings. The requirement fixes the labels of the switches and their notice. */
import { profileLimits, sessionLimits } from "../../../api/limits.ts";

export const settingsTexts = {
  title: "Settings",
  lead: "Your profile, notifications, security and display preferences.",
  back: "All settings",
  profile: "Profile",
  name: "Full Name",
  email: "Email Address",
  emailHint: "You sign in with this address.",
  changeEmail: "Change e-mail",
  phone: "Phone Number for SMS alerts",
  phoneHint: "With its country code, such as +49 151 12345678. If empty, you get no SMS.",
  miningName: "Mining name",
  miningNameHint:
    "Public: your miners connect with this name, as name.worker. 3 to 32 characters: a-z, 0-9, - and _.",
  save: "Save Changes",
  saving: "Saving...",
  savedTitle: "Profile Saved",
  savedText: "Your changes are saved.",
  unchanged: "There is nothing to save yet.",
  nameMissing: "Enter your name.",
  nameBad: `Use at most ${profileLimits.nameMax} characters, no line breaks and no control characters.`,
  phoneDigits: "Digits only, with the country code: + and 7 to 15 digits.",
  phoneTrunkZero: "Leave out the 0 in parentheses, such as +49 151 12345678.",
  phoneLength: "Enter + and 7 to 15 digits. A country code never starts with 0.",
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
    deposit: "Seen on the network and credited.",
    promotions: "Announcements by the administrators of this installation.",
    smsLogin: "Device, IP address and time of each sign-in.",
    smsWithdrawal: "Your code, and withdrawals that are requested, wait for approval or fail.",
  },
  forex: {
    mailsFills: {
      label: "Forex Orders",
      hint: "Orders filled or ended without your request, and financing over 1 USD.",
    },
    mailsAlerts: {
      label: "Forex Alerts",
      hint: "Your alerts on prices, spreads, equity and margin level.",
    },
    textsAlerts: {
      label: "Forex Alerts",
      hint: "Your alerts on prices, spreads, equity and margin level.",
    },
  },
  alwaysElsewhere:
    "Codes and receipts are always sent. Login notices come from your identity provider.",
  always:
    "Codes, recovery links, password changes, receipts, margin calls and stop-outs are always sent.",
  place: {
    neither:
      "This installation has no mail server and no SMS gateway, so both kinds go to your mailbox here.",
    mail: "E-mail is really sent, with a copy in your mailbox here. There is no SMS gateway, so SMS go to the mailbox only.",
    sms: "SMS are really sent, with a copy in your mailbox here. There is no mail server, so e-mail goes to the mailbox only.",
    both: "Both kinds are really sent, with a copy in your mailbox here. The copy leaves out codes and links.",
  },
  phoneNeeded: "An SMS needs a phone number. Save one above, or no SMS is sent.",
  phoneNeededElsewhere: "An SMS needs a phone number. Save one, or no SMS is sent.",
  addPhone: "Add a phone number",
  updatedTitle: "Notification settings updated",
  updatedText: (label: string, isSms: boolean, isOn: boolean) =>
    `${label} by ${isSms ? "SMS" : "e-mail"}: ${isOn ? "on" : "off"}.`,
} as const;

export const securityTexts = {
  title: "Security",
  twoFactor: "Two-Factor Auth",
  twoFactorHint: "Passkeys or codes from your phone for logins and withdrawals.",
  loginNotices: "Login Notifications",
  loginNoticesHint: "How we tell you about new logins, and the latest notices.",
  history: "View Login History",
  historyHint: "Sign-ins and open sessions. Sign out other devices.",
  keys: "API Keys",
  keysHint: "Access for your own scripts, without your password.",
  password: "Change Password",
  passwordHint: "Changing it signs out all other devices and revokes your keys.",
  managed: "Managed by your identity provider.",
} as const;

export const emailTexts = {
  title: "Change E-mail",
  lead: "The address you sign in with changes only after both the old and the new address have confirmed it.",
  leadElsewhere:
    "Your identity provider keeps the address you sign in with. This form asks it to change the address.",
  panel: "New address",
  current: "Current e-mail",
  next: "New e-mail",
  addressBad: "Enter an e-mail address, such as name@example.org.",
  same: "This is your address already.",
  submit: "Send Both Messages",
  busy: "Sending...",
  sentTitle: "Messages Sent",
  sentText: "Confirm the change in both messages.",
  failedTitle: "E-mail Not Changed",
  steps: "What happens",
  stepsHere: [
    "A message with a link goes to your old address, and another to the new one. Each link works once, for one hour.",
    "The address changes when both links have been clicked, in any order. Your password, coins and sessions stay the same.",
    "The old address gets a notice, and earlier links mailed to it stop working.",
  ],
  stepsElsewhere: [
    "Your identity provider writes to the new address, or to both, and waits for its links.",
    "Within a minute of your next visit, this installation also uses the new address for codes and messages.",
    "The old address gets a notice.",
  ],
  mailbox:
    "This installation has no mail server, so both messages go to your practice mailbox. A confirmation there proves less than one by real e-mail.",
  toMailbox: "To the mailbox",
  pending: "A change is waiting",
  pendingText: (email: string) => `Your new address will be ${email}.`,
  oldSide: "Old address",
  newSide: "New address",
  confirmed: "Confirmed",
  waiting: "Waiting for its link",
  resend: "Send Again",
  resending: "Sending...",
  resentTitle: "Sent Again",
  resentText: "Each message has its own link. Any of them works.",
  cancel: "Cancel Change",
  canceling: "Canceling...",
  canceledTitle: "Change Canceled",
  canceledText: "Your address stays as it is. The mailed links no longer work.",
} as const;

export const passwordTexts = {
  title: "Change Password",
  lead: "Changing the password ends all your other sessions and API keys. You get a message about it.",
  leadElsewhere:
    "Your identity provider keeps your password. This form changes it there. That service decides whether your other sessions end. This installation is not informed and does not lock withdrawals.",
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
  doneText: "All your other sessions and API keys were ended.",
  doneElsewhere: "Your identity provider has the new password.",
  failedTitle: "Password Not Changed",
} as const;

export const loginNoticesTexts = {
  title: "Login Notifications",
  managed: "Managed by your identity provider. Only that service can send login notices.",
  lead: "How we tell you about sign-ins to your account, and the latest notices.",
  switches: "New Logins",
  byEmail: "Email: New Logins",
  bySms: "SMS: New Logins",
  sent: "Latest notices",
  emptyTitle: "No notices yet",
  emptyText: "The next sign-in with your password is listed here and in your mailbox.",
  channels: { email: "E-mail", sms: "SMS" },
} as const;

/** Labels of the sign-in service's authentication methods. */
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
  why: "IP addresses are not looked up, so their places are unknown.",
} as const;

export const historyTexts = {
  title: "Login History",
  lead: "Your open sessions, and every sign-in and failed attempt.",
  sessions: "Open sessions",
  terms: `A session ends after ${sessionLimits.unusedDays} days without use, and ${sessionLimits.longestDays} days after its start at the latest. For administrators, the limits are ${sessionLimits.administratorUnusedHours} hours and ${sessionLimits.administratorLongestDays} days. An account can have ${sessionLimits.openMax} sessions. A further sign-in ends the oldest one.`,
  thisOne: "This session",
  end: "Sign out",
  endLabel: (device: string, since: string) => `Sign out ${device}, since ${since}`,
  keep: "Keep",
  ending: "Signing out...",
  one: {
    title: "Sign Out a Session",
    question: (device: string) =>
      `${device} is signed out immediately and has to log in again. If you do not recognise it, also change your password.`,
    submit: "Sign Out",
    endedTitle: "Session Ended",
    endedText: "That device is signed out.",
  },
  endOthers: "Sign out everywhere else",
  others: {
    title: "Sign Out Everywhere Else",
    question:
      "All your other sessions on every device and all your API keys end immediately. This session stays.",
    submit: "Sign Out Others",
    endedTitle: "Signed Out Everywhere Else",
    endedText: "Only this session is open now.",
  },
  endAll: "Sign out everywhere, including here",
  all: {
    title: "Sign Out Everywhere",
    question:
      "All your sessions, including this one, and all your API keys end immediately. You have to log in again.",
    submit: "Sign Out All",
    endedTitle: "Signed Out Everywhere",
    endedText: "Your account has no open sessions.",
  },
  noOthers: "No other session is open.",
  leadElsewhere:
    "Administrators' actions on your account. Your identity provider manages sign-ins and sessions.",
  managed:
    "Managed by your identity provider. It lists your sign-ins and sessions and can end them.",
  history: "Sign-ins",
  success: "Signed in",
  lacksCode: (method: string) =>
    method === "password" ? "Password accepted, code required" : "Link accepted, code required",
  failure: "Failed",
  emptyTitle: "No sign-in yet",
  emptyText: "Each sign-in with its device, IP address and time appears here.",
  older: "Older sign-ins",
  columns: {
    device: "Device",
    method: "Method",
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
  foot: "Saved in this browser, for all its tabs.",
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
    `Shown as ${example}. Amount fields accept this format and decimals with a dot: 0.015. Forex prices need a dot.`,
} as const;
