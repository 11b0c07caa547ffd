/** The posted daily limits on e-mail and SMS of the whole installation, read at each claim. */
import { judgeTerms, type TermName } from "#economics";
import { termsTable, type Queryable } from "#platform";

const KIND = "messages";

export const messageTerms = termsTable(
  "notifications_terms",
  [{ kind: KIND, subject: KIND, name: "E-mail and SMS" }],
  judgeTerms,
);

/** Messages per 24 hours. */
export interface DailyLimits {
  readonly mails: number;
  readonly sms: number;
}

/** The limits in force now. They are never posted for a later time. */
export async function postedDailyLimits(queryable: Queryable): Promise<DailyLimits> {
  const termsOf = await messageTerms.at<TermName<typeof KIND>>(queryable);
  const { mailsDaily, smsDaily } = termsOf(KIND);
  return { mails: Number(mailsDaily), sms: Number(smsDaily) };
}
