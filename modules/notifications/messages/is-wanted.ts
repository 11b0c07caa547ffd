/**
 * Decides whether a user wants a message. Called when the message is written and again before it is
 * sent, so that templates map to settings in the same way both times. Messages without a setting
 * (mailed codes, links, account changes and the category "asked") are always wanted.
 */
import type { Channel } from "./messages-table.ts";
import type { Category, Preferences, SmsPreference } from "./template.ts";
import { templates } from "./templates.ts";

interface Governed {
  readonly category: Category | null;
  readonly sms?: { readonly preference: SmsPreference | null } | undefined;
}

/**
 * Returns true if the message is wanted. A message written by an older version, whose `template`
 * may no longer exist, is wanted.
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
