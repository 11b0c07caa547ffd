/**
 * Deletes accounts that are not claimed within a week. A link request for an unknown address
 * creates an account, and anyone can request a link. Without this clean-up, such requests would
 * fill the tables and the user list. Accounts that an administrator or a program created or changed
 * are kept, because the audit log refers to them.
 */
import { wasChanged } from "#audit";
import { endWith, isolateFailure, Refusal, type DatabaseTransaction, type Failed } from "#platform";
import { deletePerson, type DeletionRules } from "../administrators/delete-person.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { lockUser } from "../people/users-table.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { findUnclaimed, isLeftUnclaimed, type Leave } from "./unclaimed-table.ts";

type Deps = Pick<UsersDeps, "bus" | "callerCache" | "clock" | "database" | "log">;

const UNUSED_MS = 7 * 86_400_000;
const AT_ONCE = 100;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Runs one clean-up round, with a separate transaction for each account. */
export async function deleteUnclaimed(deps: Deps, elsewhere: DeletionRules): Promise<void> {
  const now = deps.clock.now();
  const leave = { openedBefore: new Date(now.getTime() - UNUSED_MS), now };
  const failed: Failed[] = [];
  const pageAfter = (after: string) =>
    findUnclaimed(deps.database, { ...leave, after, limit: AT_ONCE });
  let page = await pageAfter(FIRST);
  while (page.length > 0) {
    for (const userId of page)
      await isolateFailure({ log: deps.log, failed }, userId, async () => {
        const isDeleted = await deps.database
          .transaction((tx) => deleteOne(tx, elsewhere, { ...leave, userId }))
          .catch(falseIfRefused);
        if (isDeleted) publishChange(deps, { userId });
      });
    page = await pageAfter(page.at(-1) ?? FIRST);
  }
  endWith(failed);
}

/**
 * Deletes an account. Returns false if a user has claimed the account or the audit log refers to
 * it.
 */
async function deleteOne(
  tx: DatabaseTransaction,
  elsewhere: DeletionRules,
  account: Leave & { readonly userId: string },
): Promise<boolean> {
  const { userId, now } = account;
  await lockUser(tx, userId);
  if (!(await isLeftUnclaimed(tx, account)) || (await wasChanged(tx, userId))) return false;
  await deletePerson(tx, { userId, now, rules: elsewhere });
  return true;
}

/** Converts a refusal (something blocks the deletion) to false. Rethrows any other error. */
function falseIfRefused(error: unknown): false {
  if (error instanceof Refusal) return false;
  throw error;
}
