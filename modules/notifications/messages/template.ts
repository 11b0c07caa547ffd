/**
 * The type of a template, the settings that turn its messages off, and the properties derived from
 * its values: secrets, urgency and lifetime.
 */
export interface Preferences {
  readonly login: boolean;
  readonly withdrawal: boolean;
  readonly deposit: boolean;
  readonly promotions: boolean;
  readonly smsLogin: boolean;
  readonly smsWithdrawal: boolean;
}

/**
 * Categories with a setting of the same name. Their messages are e-mailed only while that setting
 * is on.
 */
type SettingCategory = "login" | "withdrawal" | "deposit" | "promotions";
/**
 * "asked": messages that the user turns on or off on the page that they are about, so no
 * notification setting applies.
 */
export type Category = SettingCategory | "asked";
export type SmsPreference = "smsLogin" | "smsWithdrawal";

type Values<Value extends string> = Readonly<Record<Value, string>>;

interface Template<Value extends string> {
  /** Category of the message; null if the message is always sent. */
  readonly category: Category | null;
  readonly write: (values: Values<Value>) => {
    readonly subject: string;
    readonly text: string;
  };
  /** Text of an additional SMS, sent if the setting is on and the user has a phone number. */
  readonly sms?: SmsText<Value> | undefined;
}

interface SmsText<Value extends string> {
  /** Setting that turns the SMS off; null if there is none. */
  readonly preference: SmsPreference | null;
  /** Returns true if the SMS is sent for these values. By default, it is always sent. */
  readonly isFor?: (values: Values<Value>) => boolean;
  readonly write: (values: Values<Value>) => string;
}

export function template<Value extends string = never>(
  category: Template<Value>["category"],
  write: Template<Value>["write"],
  sms?: SmsText<Value>,
): Template<Value> {
  return { category, write, sms };
}

export const NOT_YOU = "Not you? Change your password and sign out everywhere in Settings.";

/** Removes the full stop, so that the sentence can be embedded in another one. */
export function asClause(words: string): string {
  return words.trim().replace(/\.+$/, "");
}

/** Names of values that grant access. The values are sent, but no readable copy is stored. */
const SECRETS: readonly string[] = ["code", "link"];

type AnyValues = Readonly<Record<string, string>>;

export function secretsOf(values: AnyValues): string[] {
  return SECRETS.filter((name) => values[name] !== undefined);
}

/**
 * Returns true for a message that must arrive immediately: it contains a code or a link, is about a
 * login or a withdrawal, or asks "Not you?".
 */
export function isPrompt(message: {
  readonly category: Category | null;
  readonly values: AnyValues;
  readonly text: string;
}): boolean {
  const { category, values, text } = message;
  if (category === "promotions") return false;
  return (
    category === "login" ||
    category === "withdrawal" ||
    secretsOf(values).length > 0 ||
    text.includes(NOT_YOU)
  );
}

const MINUTE_MS = 60_000;
const LIFETIME_DAYS = 3;
const LIFETIME_MS = LIFETIME_DAYS * 24 * 60 * MINUTE_MS;

/**
 * Returns how long it is useful to send the message: the lifetime of its code or link, or three
 * days by default.
 */
export function lifetimeMs(values: AnyValues): number {
  if (secretsOf(values).length === 0) return LIFETIME_MS;
  const minutes = Number.parseInt(values["minutes"] ?? "", 10);
  return minutes > 0 ? Math.min(LIFETIME_MS, minutes * MINUTE_MS) : 60 * MINUTE_MS;
}
