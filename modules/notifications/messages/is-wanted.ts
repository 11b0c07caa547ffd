/**
 * Whether a reader wants a message: judged when it is written, and again when it is about to leave,
 * by the one mapping from templates to settings. What no setting governs (codes by mail, links,
 * changes of the account, what was asked for at the thing itself) is always wanted.
 */
import type { Channel } from "./messages-table.ts";
import type { Category, Preferences, SmsPreference } from "./template.ts";
import { templates } from "./templates.ts";

interface Governed {
  readonly category: Category | null;
  readonly sms?: { readonly preference: SmsPreference | null } | undefined;
}

/**
 * `template`: also one of an older version, whose message still waits and which nothing governs any
 * more.
 */
export function isWanted(
  preferences: Preferences,
  { template, channel }: { readonly template: string; readonly channel: Channel },
): boolean {
  const governed = (templates as Readonly<Record<string, Governed | undefined>>)[template];
  const setting = channel === "sms" ? governed?.sms?.preference : governed?.category;
  if (setting === undefined || setting === null || setting === "asked") return true;
  return preferences[setting];
}
