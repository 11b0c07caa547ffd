/** Enables or disables e-mails about an account's orders, and e-mails and SMS about its alerts. */
import type { Database } from "#platform";
import { openAccount } from "../book/accounts-table.ts";

export interface NoticeSettings {
  readonly mailsFills: boolean;
  readonly mailsAlerts: boolean;
  readonly textsAlerts: boolean;
}

/** Saves only the given settings, so that two tabs do not overwrite each other's change. */
export async function setForexNotices(
  database: Database,
  userId: string,
  { settings, now }: { readonly settings: Partial<NoticeSettings>; readonly now: Date },
): Promise<NoticeSettings> {
  return database.transaction(async (tx) => {
    const account = await openAccount(tx, userId, now);
    const { mailsFills, mailsAlerts, textsAlerts } = { ...account, ...settings };
    await tx.query(
      "update forex_accounts set mails_fills = $2, mails_alerts = $3, texts_alerts = $4 where user_id = $1",
      [userId, mailsFills, mailsAlerts, textsAlerts],
    );
    return { mailsFills, mailsAlerts, textsAlerts };
  });
}
