/**
 * Notifies administrators of changed limits. The limits of withdrawal review, faucet and measured
 * work keep a single administrator from moving large amounts. Every administrator is notified of a
 * change, including its author, whose session may have been stolen.
 */
import { termFields, termTexts, type WaitingKind } from "#economics";
import { deliver } from "#notifications";
import { utcText, type DatabaseTransaction, type PostedTerms } from "#platform";
import { notifiedAdministratorIds } from "#users";
import type { AdminDeps } from "../office/deps.ts";

const HOUR_MS = 3_600_000;

const TEMPLATES = {
  review: "review_limits_changed",
  faucet: "faucet_limits_changed",
  poolPay: "pay_caps_changed",
} as const satisfies Record<WaitingKind, string>;

interface Change {
  readonly kind: WaitingKind;
  readonly before: PostedTerms;
  readonly after: PostedTerms;
  /** E-mail address of the administrator who made the change. */
  readonly person: string;
  readonly reason: string;
  readonly now: Date;
}

/** Sends the notifications. Returns the ids of the users who got a message. */
export async function notifyLimits(
  tx: DatabaseTransaction,
  { limits }: Pick<AdminDeps, "limits">,
  { kind, before, after, person, reason, now }: Change,
): Promise<readonly string[]> {
  const hours = limits.administratorWaitHours;
  const from = new Date(after.validFrom.getTime() + hours * HOUR_MS);
  const values = {
    person,
    changes: changesOf(kind, before, after),
    when: hours === 0 ? "at once" : `from ${utcText(from)} on`,
    reason,
    at: after.validFrom.toISOString(),
  };
  const recipientIds = await notifiedAdministratorIds(tx);
  for (const userId of recipientIds)
    await deliver(tx, { userId, template: TEMPLATES[kind], values, now });
  return recipientIds;
}

/** Describes the changes in words, such as `Threshold for two administrators: 5 BTC, now 6 BTC`. */
function changesOf(kind: WaitingKind, before: PostedTerms, after: PostedTerms): string {
  const [was, is] = [termTexts(kind, before.values), termTexts(kind, after.values)];
  return termFields(kind)
    .filter(([name]) => was[name] !== is[name])
    .map(([name, { label, unit }]) => `${label}: ${was[name]} ${unit}, now ${is[name]} ${unit}`)
    .join("; ");
}
