/**
 * What a template is, which setting silences it, and what follows from its values: secrets, hurry,
 * how long it is worth sending.
 */
export interface Preferences {
  readonly login: boolean;
  readonly withdrawal: boolean;
  readonly deposit: boolean;
  readonly promotions: boolean;
  readonly smsLogin: boolean;
  readonly smsWithdrawal: boolean;
}

/** E-mail of a setting's category is sent while the setting of the same name is on. */
type SettingCategory = "login" | "withdrawal" | "deposit" | "promotions";
/** "asked": at the thing itself, which has a switch of its own; no setting silences it. */
export type Category = SettingCategory | "asked";
export type SmsPreference = "smsLogin" | "smsWithdrawal";

type Values<Value extends string> = Readonly<Record<Value, string>>;

interface Template<Value extends string> {
  /** null: always sent. */
  readonly category: Category | null;
  readonly write: (values: Values<Value>) => {
    readonly subject: string;
    readonly text: string;
  };
  /** Also sent to the phone, while its setting is on and a number is known. */
  readonly sms?: SmsText<Value> | undefined;
}

interface SmsText<Value extends string> {
  /** null: no setting silences it. */
  readonly preference: SmsPreference | null;
  /** Left out: always. */
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

/** Words that somebody wrote as a sentence, to stand within another one. */
export function asClause(words: string): string {
  return words.trim().replace(/\.+$/, "");
}

/**
 * Values of these names open something: they leave the installation, but never stay where they
 * could be read later.
 */
const SECRETS: readonly string[] = ["code", "link"];

type AnyValues = Readonly<Record<string, string>>;

export function secretsOf(values: AnyValues): string[] {
  return SECRETS.filter((name) => values[name] !== undefined);
}

/**
 * A message that must arrive at once: it carries a code or a link, is about a login or a
 * withdrawal, or asks "was it you?".
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
 * How long it is worth sending: a code or a link for the minutes that it works, all else for days.
 */
export function lifetimeMs(values: AnyValues): number {
  if (secretsOf(values).length === 0) return LIFETIME_MS;
  const minutes = Number.parseInt(values["minutes"] ?? "", 10);
  return minutes > 0 ? Math.min(LIFETIME_MS, minutes * MINUTE_MS) : 60 * MINUTE_MS;
}
