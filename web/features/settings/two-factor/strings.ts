export const twoFactorTexts = {
  title: "Two-Factor Auth",
  lead: "A passkey or a code from your phone protects logins and withdrawals, even if someone knows your password.",
  hosted: "Managed by your identity provider.",
  administrator: "You are an administrator.",
  administratorText:
    "The admin pages open once you have a passkey or an authenticator app. A passkey is the quickest to use.",
  panel: "Authenticator app",
  on: "On",
  off: "Off",
  offText:
    "Any app that generates six-digit codes works, such as a phone app or a password manager. Once it is on, logins ask for its code after the password, and withdrawals ask for it instead of a code sent to you.",
  setUp: "Set Up Authenticator",
  addAnother: "Add Another Authenticator",
  starting: "Preparing...",
  defaultName: (count: number) =>
    count === 0 ? "Authenticator app" : `Authenticator app ${count + 1}`,
  columns: { name: "Authenticator", added: "Added", lastCode: "Last code" },
  noCode: "none yet",
  remove: "Remove",
  turnOff: "Turn Off",
  removeLabel: (name: string) => `Remove ${name}`,
} as const;

export const enrolTexts = {
  scan: "1. Scan this with your authenticator app",
  picture: "QR code with the secret for your authenticator app",
  byHand: "Or type this secret into the app",
  copySecret: "Copy the secret",
  give: "2. Enter the code that the app shows",
  code: "Authentication code",
  codeHint: "Six digits. They change every 30 seconds.",
  missing: "Enter the six digits of your authenticator app.",
  wrong: "This code is wrong. Enter the code that your app shows now, and check the phone's clock.",
  confirm: "Switch On",
  confirming: "Checking...",
  cancel: "Cancel",
  others: "Switching it on ends all your other sessions.",
  onTitle: "Two-Factor Auth On",
  onText: "Logins and withdrawals now ask for the code of your app.",
  addedTitle: "Authenticator Added",
  addedText: "You can use codes of either authenticator.",
} as const;

export const recoveryTexts = {
  title: "Recovery codes",
  lead: "Each code works once if you lose your phone. Keep them on paper or in a password manager. They are shown only now.",
  left: (count: number) => `${count} of 10 left.`,
  few: "Make new codes before they run out.",
  none: "You have no recovery codes. If you lose your phone, you cannot log in. Make some now.",
  make: "Make New Codes",
  makeFirst: "Make Recovery Codes",
  making: "Making...",
  replaceTitle: "Make new recovery codes?",
  replaceText: "Your existing codes stop working. The new ones are shown once.",
  keepOld: "Keep Old Codes",
  copy: "Copy All",
  copied: "Recovery codes copied",
  copiedText: "Paste them where only you can read them.",
  download: "Download",
  file: "hashfloor-recovery-codes.txt",
  fileHead: (email: string) =>
    `Hashfloor practice platform: recovery codes of ${email}. Each works once.`,
  kept: "I Have Saved Them",
} as const;

export const removeTexts = {
  title: "Remove this authenticator?",
  lastTitle: "Turn two-factor auth off?",
  text: (name: string) => `You can no longer use ${name}. All your other sessions end.`,
  lastText:
    "Only your password will protect your account, and your recovery codes stop working. All your other sessions end.",
  code: "Authentication code",
  codeHint: "The six digits of your authenticator app, or one of your recovery codes.",
  missing: "Enter the code.",
  confirm: "Remove",
  lastConfirm: "Turn Off",
  busy: "Removing...",
  keep: "Keep it",
  offTitle: "Two-Factor Auth Off",
  offText: "Logins now ask only for your password.",
  removedTitle: "Authenticator Removed",
  removedText: (name: string) => `${name} no longer works.`,
} as const;

export const passkeyTexts = {
  panel: "Passkeys",
  on: "On",
  off: "None",
  offText:
    "Your phone, computer, security key or password manager logs you in by fingerprint, face or PIN, without a password. A passkey works only on this site, so a fake page gets nothing. Once you have one, your password alone no longer opens your account.",
  add: "Add a Passkey",
  addAnother: "Add Another Passkey",
  adding: "Waiting for your device...",
  addedTitle: "Passkey Added",
  firstText: "It logs you in without a password. Keep the recovery codes in case you lose it.",
  addedText: "You can use it in the same way as your other passkeys.",
  nowhere:
    "Passkeys need a domain name and HTTPS. This installation is opened by an IP address or without HTTPS.",
  unsupported: "This browser does not support passkeys.",
  columns: { name: "Passkey", added: "Added", lastUse: "Last use" },
  synced: "Synced",
  unused: "none yet",
  rename: "Rename",
  renameLabel: (name: string) => `Rename ${name}`,
  remove: "Remove",
  removeLabel: (name: string) => `Remove ${name}`,
} as const;

export const renameTexts = {
  title: "Rename this passkey",
  name: "Name",
  missing: "Enter a name.",
  confirm: "Rename",
  busy: "Saving...",
  cancel: "Cancel",
} as const;

export const removePasskeyTexts = {
  title: "Remove this passkey?",
  text: (name: string) => `You can no longer log in with ${name}. All your other sessions end.`,
  lastText: (name: string) =>
    `You can no longer log in with ${name}. Only your password will protect your account, and your recovery codes stop working. All your other sessions end.`,
  device: "Your device keeps the passkey until you delete it there.",
  keep: "Keep it",
  confirm: "Remove",
  busy: "Removing...",
  doneTitle: "Passkey Removed",
  doneText: (name: string) => `${name} no longer works.`,
} as const;

export const factTexts = {
  title: "In force",
  codeTitle: "A code for every withdrawal",
  byMessage:
    "Each withdrawal needs a six-digit code that is sent to you. A code works for one withdrawal, for 10 minutes, and is void after five wrong tries.",
  byApp:
    "Each withdrawal needs the code of your authenticator app. A code works once. After five wrong codes within 15 minutes, further codes are refused.",
  passkeyTitle: "A passkey for every withdrawal",
  byPasskey:
    "Each withdrawal needs your passkey, or the code of your authenticator app if you have one. The signature of your device works once, for five minutes, and only on this site.",
  noticeTitle: "A notice of every sign-in",
  noticeText:
    "You get a notice of each sign-in with device, IP address and time, unless you switch it off.",
  sessionsTitle: "Sessions you can end",
  sessionsText:
    "You see every open session and can end each one, or all others at once. Changing your password also ends all others.",
  limitTitle: "Guessing is slowed down",
  limitText:
    "After ten wrong passwords within 15 minutes, you must wait longer before each attempt.",
} as const;
