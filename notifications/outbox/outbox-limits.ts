/** How much leaves the installation, and what happens to a letter that would be too much. Rules only: counts are arguments. */
import type { Channel } from "../letters-table.ts";
import type { DailyLimits } from "../posted-limits.ts";

/** All of them are settings; these are the defaults. */
export interface OutboxLimits {
  /** Ordinary mails to one address: pause between two, and most in 24 hours. */
  readonly mailPauseMs: number;
  readonly mailsPerDayMax: number;
  /** Mails about security of one kind to one address in an hour: far above what a person causes. */
  readonly promptMailsPerHourMax: number;
  /** SMS per account and per number. */
  readonly smsPerHourMax: number;
  readonly smsPerDayMax: number;
}

export const defaultOutboxLimits: OutboxLimits = {
  mailPauseMs: 60_000,
  mailsPerDayMax: 30,
  promptMailsPerHourMax: 30,
  smsPerHourMax: 3,
  smsPerDayMax: 10,
};

/** Other letters that were first tried lately: by the same account or to the same address, the greater number of both. */
export interface RecentLetters {
  readonly inHour: number;
  readonly inDay: number;
  /** About security, of the same template: who asks for many letters of one kind must not use up those of another. */
  readonly sameInHour: number;
  readonly ordinaryInDay: number;
  /** Of the whole installation. */
  readonly allInDay: number;
  readonly promotionsInDay: number;
  /** The first of those that count for the day. */
  readonly firstAt: Date | null;
  readonly firstPromotionAt: Date | null;
  readonly lastOrdinaryAt: Date | null;
}

export type Allowance =
  | { readonly kind: "send" }
  | { readonly kind: "later"; readonly at: Date }
  /** This one and every other promotion. */
  | { readonly kind: "promotions later"; readonly at: Date; readonly problem: string }
  | { readonly kind: "never"; readonly problem: string };

interface Kind {
  readonly channel: Channel;
  readonly isPrompt: boolean;
  readonly isPromotion: boolean;
  readonly now: Date;
}

export function allowanceFor(
  letter: Kind,
  recent: RecentLetters,
  limits: OutboxLimits & { readonly daily: DailyLimits },
): Allowance {
  return letter.channel === "sms"
    ? smsAllowance(recent, limits)
    : mailAllowance(letter, recent, limits);
}

const SEND: Allowance = { kind: "send" };
const never = (problem: string): Allowance => ({ kind: "never", problem });

function smsAllowance(
  recent: RecentLetters,
  limits: OutboxLimits & { readonly daily: DailyLimits },
): Allowance {
  if (recent.inHour >= limits.smsPerHourMax) return never("too many SMS in an hour");
  if (recent.inDay >= limits.smsPerDayMax) return never("too many SMS in a day");
  if (recent.allInDay >= limits.daily.sms) return never("the installation's SMS of the day");
  return SEND;
}

function mailAllowance(
  { isPrompt, isPromotion, now }: Kind,
  recent: RecentLetters,
  limits: OutboxLimits & { readonly daily: DailyLimits },
): Allowance {
  if (isPrompt)
    return recent.sameInHour >= limits.promptMailsPerHourMax
      ? never("too many security mails in an hour")
      : SEND;
  if (recent.ordinaryInDay >= limits.mailsPerDayMax) return never("too many mails in a day");
  if (isPromotion) {
    const at = promotionsLater(recent, { now, mailsDaily: limits.daily.mails });
    if (at) return { kind: "promotions later", at, problem: "the installation's news of the day" };
  }
  if (recent.allInDay >= limits.daily.mails) return never("the installation's mails of the day");
  const { lastOrdinaryAt } = recent;
  const at = new Date((lastOrdinaryAt?.getTime() ?? 0) + limits.mailPauseMs);
  return at > now ? { kind: "later", at } : SEND;
}

/** One piece of news to everybody must not use up the day: answers and notices of money need the other half. */
const PROMOTIONS_SHARE = 2;
/** The places of a day come back one by one; what waits for them looks again once an hour, not for each. */
const LOOK_AGAIN_MS = 3_600_000;
const DAY_MS = 24 * LOOK_AGAIN_MS;

/** When there is room again; undefined: now. */
function promotionsLater(
  recent: RecentLetters,
  { now, mailsDaily }: { readonly now: Date; readonly mailsDaily: number },
): Date | undefined {
  const isShareUsed =
    recent.promotionsInDay >= Math.max(1, Math.floor(mailsDaily / PROMOTIONS_SHARE));
  if (!isShareUsed && recent.allInDay < mailsDaily) return undefined;
  const first = (isShareUsed ? recent.firstPromotionAt : recent.firstAt) ?? now;
  return new Date(Math.max(first.getTime() + DAY_MS, now.getTime() + LOOK_AGAIN_MS));
}
