/** Texts of API Keys. */
import type { KeyScope } from "../../../../api/route.ts";

export const keysTexts = {
  title: "API Keys",
  lead: "A program of yours asks with a key in place of your password. It may do what the key is for, and nothing else.",
  panel: "Your keys",
  hosted:
    "Another service signs the people of this installation in and does not tell when it shuts one out, so no keys are made here.",
  ends: "A new password, the first second factor, one that is removed, and a sign-out everywhere else end all keys.",
  docs: "All routes, with the scope each of them asks for",
  emptyTitle: "No keys yet",
  emptyText:
    "A key lets a script read your balances or trade for you without signing in. You choose what it may do, from where, and for how long.",
  make: "Create Key",
  full: (max: number) => `You have ${max} keys, which is the most. Revoke one first.`,
  columns: {
    name: "Key",
    may: "May",
    from: "Works from",
    until: "Works until",
    lastUse: "Last use",
  },
  anywhere: "anywhere",
  noEnd: "no end",
  ended: "Ended",
  unused: "never",
  by: (ip: string) => `from ${ip}`,
  revoke: "Revoke",
  revokeLabel: (name: string) => `Revoke ${name}`,
} as const;

export const scopeTexts: Readonly<Record<KeyScope, { label: string; text: string }>> = {
  read: { label: "Read", text: "See balances, history, mining, positions and orders." },
  trade: {
    label: "Trade",
    text: "Buy, order, stake and sell with your coins. They stay in your account.",
  },
  "withdraw-to-verified": {
    label: "Withdraw to verified addresses",
    text: "Without a code, to addresses that you verified on the Wallet page a day ago or earlier. To no others.",
  },
};

export const makeKeyTexts = {
  title: "Create an API Key",
  name: "Name",
  nameHint: "What you know it by, such as the program's name.",
  nameMissing: "Give the key a name.",
  scopes: "What it may do",
  scopesMissing: "Choose at least one.",
  networks: "Network addresses it works from (optional)",
  networksHint: "One a line, such as 203.0.113.7 or 2001:db8::/32. None: from anywhere.",
  until: "Last day (optional)",
  untilHint: "It ends with this day, by your clock. None: it works until you revoke it.",
  cancel: "Cancel",
  confirm: "Create Key",
  busy: "Creating...",
} as const;

export const freshKeyTexts = {
  title: (name: string) => `The key ${name} is ready`,
  lead: "Keep it in a password manager or where your program reads its secrets. It is shown only now; nobody can show it again.",
  secret: "Secret",
  copy: "Copy Key",
  copied: "API key copied",
  copiedText: "Whoever has it can use it. Paste it where it belongs, and clear the clipboard.",
  tryIt: "Try it",
  copyLine: "Copy the line for a terminal",
  lineCopied: "Line copied",
  kept: "I Have Kept It",
} as const;

export const revokeTexts = {
  title: "Revoke this key?",
  text: (name: string) =>
    `Programs that use ${name} get no answer any more, at once and for good. A new key is another secret.`,
  keep: "Keep It",
  confirm: "Revoke",
  busy: "Revoking...",
  doneTitle: "Key Revoked",
  doneText: (name: string) => `${name} opens nothing any more.`,
} as const;
