/**
 * How much leaves the installation, and what happens to a message that would be too much. Rules
 * only: counts are arguments.
 */
import type { Channel } from "../messages/messages-table.ts";
import type { DailyLimits } from "../messages/posted-limits.ts";

/** All of them are settings; these are the defaults. */
export interface OutboxLimits {
  /** Ordinary mails to one address: pause between two, and most in 24 hours. */
  readonly mailPauseMs: number;
  readonly mailsPerDayMax: number;
  /**
   * Mails about security of one kind to one address: far above what a person causes. Anybody can
   * sign up with anybody's address and then cause them there. A day has room for all the links that
   * a stranger may ask for, 5 an hour: the owner's must not be the ones left out.
   */
  readonly promptMailsPerHourMax: number;
  readonly promptMailsPerDayMax: number;
  /** SMS per account and per number. */
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

/** First tried in 24 hours, of the whole installation. */
export interface DayTotals {
  readonly allInDay: number;
  readonly promotionsInDay: number;
}

/**
 * Other messages that were first tried lately: by the same account or to the same address, the
 * greater number of both.
 */
export interface RecentMessages extends DayTotals {
  readonly inHour: number;
  readonly inDay: number;
  /**
   * About security, of the same template: who asks for many messages of one kind must not use up
   * those of another.
   */
  readonly sameInHour: number;
  readonly sameInDay: number;
  readonly ordinaryInDay: number;
  readonly lastOrdinaryAt: Date | null;
}

export type Allowance =
  | { readonly kind: "send" }
  | { readonly kind: "later"; readonly at: Date }
  /** This one and every other promotion, until the day has room again. */
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
    ? smsAllowance(recent, limits)
    : mailAllowance(message, recent, limits);
}

const SEND: Allowance = { kind: "send" };
const never = (problem: string): Allowance => ({ kind: "never", problem });

function smsAllowance(
  recent: RecentMessages,
  limits: OutboxLimits & { readonly daily: DailyLimits },
): Allowance {
  if (recent.inHour >= limits.smsPerHourMax) return never("too many SMS in an hour");
  if (recent.inDay >= limits.smsPerDayMax) return never("too many SMS in a day");
  if (recent.allInDay >= limits.daily.sms) return never("the installation's SMS of the day");
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
  if (recent.allInDay >= limits.daily.mails) return never("the installation's mails of the day");
  const { lastOrdinaryAt } = recent;
  const at = new Date((lastOrdinaryAt?.getTime() ?? 0) + limits.mailPauseMs);
  return at > now ? { kind: "later", at } : SEND;
}

/** Of a promotion that ran out before it was tried. */
export const NO_ROOM_FOR_NEWS = "the installation's news of the day";

/**
 * One piece of news to everybody must not use up the day: answers and notices of money need the
 * other half.
 */
const PROMOTIONS_SHARE = 2;

/** Promotions leave by mail alone. */
export function hasRoomForPromotions(
  { allInDay, promotionsInDay }: DayTotals,
  { mails }: DailyLimits,
): boolean {
  const share = Math.max(1, Math.floor(mails / PROMOTIONS_SHARE));
  return promotionsInDay < share && allInDay < mails;
}
