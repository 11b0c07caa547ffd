/** News for everybody who asked for it: one letter each, in the transaction that announces it. */
import type { DatabaseTransaction } from "#platform";
import { deliver } from "./deliver.ts";
import { findSubscribers } from "./recipients-table.ts";

/** The users it was sent to, for `bus.publish("me", { userId, what: "mailbox" })` after the commit. */
export async function announce(
  tx: DatabaseTransaction,
  { title, text, now }: { readonly title: string; readonly text: string; readonly now: Date },
): Promise<string[]> {
  const userIds = await findSubscribers(tx);
  for (const userId of userIds)
    await deliver(tx, { userId, template: "news", values: { title, text }, now });
  return userIds;
}
