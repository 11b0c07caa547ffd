/** How much leaves the whole installation in a day, as posted: read at each claim. */
import { judgeTerms, type TermName, type TermTexts } from "#economics";
import {
  postedTermsAt,
  postedTermsHistory,
  postTerms,
  type Clock,
  type DatabaseTransaction,
  type Queryable,
  type TermsPosting,
} from "#platform";

const TABLE = "notifications_terms";
const KIND = "messages";

/** In 24 hours. */
export interface DailyLimits {
  readonly mails: number;
  readonly sms: number;
}

/** In force now: none is ever posted for a later time. */
export async function postedDailyLimits(queryable: Queryable): Promise<DailyLimits> {
  const posted = (await postedTermsAt<TermName<typeof KIND>>(queryable, TABLE)).get(KIND);
  if (!posted) throw new Error("no limits of messages");
  const { mailsDaily, smsDaily } = posted.values;
  return { mails: Number(mailsDaily), sms: Number(smsDaily) };
}

/** With its versions, newest first, at most `limit`. */
export async function postedMessageTerms(queryable: Queryable, limit: number) {
  const versions = (await postedTermsHistory(queryable, TABLE, limit)).get(KIND) ?? [];
  return [{ kind: KIND, subject: KIND, name: "Letters and SMS", versions }] as const;
}

/** In force from now on. Throws the refusals of posted terms. */
export function changeMessageTerms(
  tx: DatabaseTransaction,
  clock: Clock,
  change: TermsPosting & { readonly texts: TermTexts; readonly typedAgain: TermTexts },
) {
  return postTerms(tx, clock, TABLE, change, (present) => judgeTerms(KIND, present, change));
}
