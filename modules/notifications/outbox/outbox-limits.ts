/**
 * Limits outgoing messages and decides what happens to messages above a limit. Pure: the counts are
 * arguments.
 */
import type { Channel } from "../messages/messages-table.ts";
import type { DailyLimits } from "../messages/posted-limits.ts";

/** Limits for outgoing messages. Every limit is a setting; the defaults are below. */
export interface OutboxLimits {
  /**
   * Minimum pause between two ordinary e-mails to one address, and the maximum number in 24 hours.
   */
  readonly mailPauseMs: number;
  readonly mailsPerDayMax: number;
  /**
   * Security e-mails of one kind to one address. A stranger who signs up with the user's address
   * can trigger such e-mails. The limits are far above normal use. The daily limit also exceeds the
   * number of links that strangers can request (5 an hour), so the owner's links are still sent.
   */
  readonly promptMailsPerHourMax: number;
  readonly promptMailsPerDayMax: number;
  /** Maximum number of SMS per account, and separately per phone number. */
  readonly smsPerHourMax: number;
  readonly smsPerDayMax: number;
}

export const defaultOutboxLimits: OutboxLimits = {
  mailPauseMs: 60_000,
  mailsPerDayMax: 30,
  promptMailsPerHourMax: 30,
  promptMailsPerDayMax: 150,
  smsPerHourMax: 3,
  smsPerDayMax: 10,
};

/** Messages of the whole installation whose first attempt was in the last 24 hours. */
export interface DayTotals {
  readonly allInDay: number;
  readonly promotionsInDay: number;
}

/**
 * Other messages with a recent first attempt. Counted per account and per address; each number is
 * the greater of the two counts.
 */
export interface RecentMessages extends DayTotals {
  readonly inHour: number;
  readonly inDay: number;
  /**
   * Security messages of the same template. Each template is counted separately, so that many
   * requests of one kind do not use up the limit of another.
   */
  readonly sameInHour: number;
  readonly sameInDay: number;
  readonly ordinaryInDay: number;
  readonly lastOrdinaryAt: Date | null;
}

export type Allowance =
  | { readonly kind: "send" }
  | { readonly kind: "later"; readonly at: Date }
  | { readonly kind: "promotions wait" }
  | { readonly kind: "never"; readonly problem: string };

interface Kind {
  readonly channel: Channel;
  readonly isPrompt: boolean;
  readonly isPromotion: boolean;
  readonly now: Date;
}

export function allowanceFor(
  message: Kind,
  recent: RecentMessages,
  limits: OutboxLimits & { readonly daily: DailyLimits },
): Allowance {
  return message.channel === "sms"
    ? smsAllowance(message, recent, limits)
    : mailAllowance(message, recent, limits);
}

const SEND: Allowance = { kind: "send" };
const never = (problem: string): Allowance => ({ kind: "never", problem });

/**
 * Divisor of all SMS limits for ordinary SMS, such as Forex alerts. The other half is reserved for
 * codes and warnings, which alerts of this or of another account must not block.
 */
const ORDINARY_SMS_SHARE = 2;

function smsAllowance(
  { isPrompt }: Kind,
  recent: RecentMessages,
  limits: OutboxLimits & { readonly daily: DailyLimits },
): Allowance {
  const own = (max: number) => (isPrompt ? max : Math.floor(max / ORDINARY_SMS_SHARE));
  if (recent.inHour >= own(limits.smsPerHourMax)) return never("too many SMS in an hour");
  if (recent.inDay >= own(limits.smsPerDayMax)) return never("too many SMS in a day");
  if (recent.allInDay >= own(limits.daily.sms)) return never("daily SMS limit of the installation");
  return SEND;
}

function mailAllowance(
  { isPrompt, isPromotion, now }: Kind,
  recent: RecentMessages,
  limits: OutboxLimits & { readonly daily: DailyLimits },
): Allowance {
  if (isPrompt) {
    if (recent.sameInHour >= limits.promptMailsPerHourMax)
      return never("too many security mails in an hour");
    if (recent.sameInDay >= limits.promptMailsPerDayMax)
      return never("too many security mails in a day");
    return SEND;
  }
  if (recent.ordinaryInDay >= limits.mailsPerDayMax) return never("too many mails in a day");
  if (isPromotion && !hasRoomForPromotions(recent, limits.daily))
    return { kind: "promotions wait" };
  if (recent.allInDay >= limits.daily.mails) return never("daily mail limit of the installation");
  const { lastOrdinaryAt } = recent;
  const at = new Date((lastOrdinaryAt?.getTime() ?? 0) + limits.mailPauseMs);
  return at > now ? { kind: "later", at } : SEND;
}

/** Recorded reason for a promotion that expired before its first attempt. */
export const NO_ROOM_FOR_NEWS = "daily news limit of the installation";

/**
 * Divisor of the daily limit: promotions get half of it. The other half is reserved for answers and
 * messages about money.
 */
const PROMOTIONS_SHARE = 2;

/** Returns true if the daily limit allows more promotions. Promotions are sent only by e-mail. */
export function hasRoomForPromotions(
  { allInDay, promotionsInDay }: DayTotals,
  { mails }: DailyLimits,
): boolean {
  const share = Math.max(1, Math.floor(mails / PROMOTIONS_SHARE));
  return promotionsInDay < share && allInDay < mails;
}
