/**
 * Returns the on-chain state of open withdrawals while payments are paused, with the users' e-mail
 * addresses.
 */
import type { Database } from "#platform";
import { findEmails } from "#users";
import { recoveryNow } from "#wallet";

export async function getRecovery({ database }: { readonly database: Database }) {
  const recovery = await recoveryNow(database);
  if (!recovery) return { recovery: null };
  const { open } = recovery;
  const emails = await findEmails(database, [...new Set(open.map(({ userId }) => userId))]);
  return {
    recovery: {
      ...recovery,
      unrecorded: recovery.unrecorded.map((one) => ({ ...one, addresses: [...one.addresses] })),
      open: open.map((one) => ({ ...one, userEmail: emails.get(one.userId) ?? null })),
    },
  };
}
