/**
 * Reads the installation's daily e-mail and SMS limits each time messages are claimed for sending.
 */
import { judgeTerms, type TermName } from "#economics";
import { termsTable, type Queryable } from "#platform";

const KIND = "messages";

export const messageTerms = termsTable(
  "notifications_terms",
  [{ kind: KIND, subject: KIND, name: "E-mail and SMS" }],
  judgeTerms,
);

/** Maximum number of messages in 24 hours, by channel. */
export interface DailyLimits {
  readonly mails: number;
  readonly sms: number;
}

/** Returns the current limits. A changed limit applies immediately. */
export async function postedDailyLimits(queryable: Queryable): Promise<DailyLimits> {
  const termsOf = await messageTerms.at<TermName<typeof KIND>>(queryable);
  const { mailsDaily, smsDaily } = termsOf(KIND);
  return { mails: Number(mailsDaily), sms: Number(smsDaily) };
}
