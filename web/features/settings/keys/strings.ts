import type { KeyScope } from "../../../../api/route.ts";

export const keysTexts = {
  title: "API Keys",
  lead: "Your own program can use a key instead of your password. The key's scopes limit what the program can do.",
  panel: "Your keys",
  hosted:
    "This installation uses an identity provider that does not report blocked users, so API keys are not available.",
  ends: "All keys end when you change your password, add your first second factor, remove one, or sign out everywhere else.",
  docs: "All routes with the scope that each requires",
  emptyTitle: "No keys yet",
  emptyText:
    "A key lets a script read your balances or trade for you without signing in. You choose its scopes, networks and expiry.",
  make: "Create Key",
  full: (max: number) => `You have ${max} keys, the maximum. Revoke one first.`,
  columns: {
    name: "Key",
    may: "Scopes",
    from: "Allowed addresses",
    until: "Expires",
    lastUse: "Last use",
  },
  anywhere: "any",
  noEnd: "no expiry",
  ended: "Expired",
  unused: "never",
  by: (ip: string) => `from ${ip}`,
  revoke: "Revoke",
  revokeLabel: (name: string) => `Revoke ${name}`,
} as const;

export const scopeTexts: Readonly<Record<KeyScope, { label: string; text: string }>> = {
  read: { label: "Read", text: "See balances, history, mining, positions and orders." },
  trade: {
    label: "Trade",
    text: "Buy, order, stake and sell with your coins. The coins stay in your account.",
  },
  "withdraw-to-verified": {
    label: "Withdraw to verified addresses",
    text: "Without a code, but only to addresses that you verified on the Wallet page at least a day ago.",
  },
};

export const makeKeyTexts = {
  title: "Create an API Key",
  name: "Name",
  nameHint: "A name you will recognise, such as the program's name.",
  nameMissing: "Give the key a name.",
  scopes: "Scopes",
  scopesMissing: "Choose at least one scope.",
  networks: "Allowed IP addresses (optional)",
  networksHint:
    "One per line, such as 203.0.113.7 or 2001:db8::/32. If empty, the key works from any address.",
  until: "Last day (optional)",
  untilHint:
    "The key expires at the end of this day in your time zone. If empty, the key works until you revoke it.",
  cancel: "Cancel",
  confirm: "Create Key",
  busy: "Creating...",
} as const;

export const freshKeyTexts = {
  title: (name: string) => `The key ${name} is ready`,
  lead: "Save it in a password manager or where your program reads its secrets. It is shown only now and cannot be shown again.",
  secret: "Secret",
  copy: "Copy Key",
  copied: "API key copied",
  copiedText:
    "Anyone who has the key can use it. Paste it where it belongs, then clear the clipboard.",
  tryIt: "Try it",
  copyLine: "Copy the terminal command",
  lineCopied: "Command copied",
  kept: "I Have Saved It",
} as const;

export const revokeTexts = {
  title: "Revoke this key?",
  text: (name: string) =>
    `Programs that use ${name} stop working immediately. This cannot be undone. A new key has a new secret.`,
  keep: "Keep it",
  confirm: "Revoke",
  busy: "Revoking...",
  doneTitle: "Key Revoked",
  doneText: (name: string) => `${name} no longer works.`,
} as const;
