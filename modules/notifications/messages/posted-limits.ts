/** How much leaves the whole installation in a day, as posted: read at each claim. */
import { judgeTerms, type TermName } from "#economics";
import { termsTable, type Queryable } from "#platform";

const KIND = "messages";

export const messageTerms = termsTable(
  "notifications_terms",
  [{ kind: KIND, subject: KIND, name: "E-mail and SMS" }],
  judgeTerms,
);

/** In 24 hours. */
export interface DailyLimits {
  readonly mails: number;
  readonly sms: number;
}

/** In force now: none is ever posted for a later time. */
export async function postedDailyLimits(queryable: Queryable): Promise<DailyLimits> {
  const termsOf = await messageTerms.at<TermName<typeof KIND>>(queryable);
  const { mailsDaily, smsDaily } = termsOf(KIND);
  return { mails: Number(mailsDaily), sms: Number(smsDaily) };
}
