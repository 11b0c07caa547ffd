/**
 * Deletes anonymous accounts that have not been used for a week. First, all access is revoked. Then
 * open positions are closed or expire, and the coins return to the platform. Finally, the account
 * is deleted once nothing blocks the deletion.
 */
import { anonymousLimits } from "#api/limits";
import { balancesOf, houseAccount, postAll, userAccount } from "#ledger";
import {
  endWith,
  isolateFailure,
  newUuid,
  Refusal,
  type DatabaseTransaction,
  type Failed,
  type Queryable,
} from "#platform";
import { deletePerson, type DeletionRules } from "../administrators/delete-person.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { lockUser } from "../people/users-table.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { endAccess } from "../sessions/end-access.ts";
import { findUnused, isUnused } from "./anonymous-accounts-table.ts";

type Deps = Pick<UsersDeps, "bus" | "callerCache" | "clock" | "database" | "log">;

export interface AnonymousDeletionRules extends DeletionRules {
  /** Returns true if the user deposited coins of their own, in which case the account is kept. */
  readonly hasOwnCoins: (queryable: Queryable, userId: string) => Promise<boolean>;
  /**
   * Closes positions that do not end automatically. Throws a Refusal if a position cannot be closed
   * now.
   */
  readonly leave: (userId: string) => Promise<void>;
}

const DAY_MS = 86_400_000;
const AT_ONCE = 100;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Runs one clean-up round. Accounts that cannot be deleted yet are retried in the next round. */
export async function deleteAnonymousAccounts(
  deps: Deps,
  elsewhere: AnonymousDeletionRules,
): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - anonymousLimits.unusedDays * DAY_MS);
  const failed: Failed[] = [];
  let page = await findUnused(deps.database, { since, after: FIRST, limit: AT_ONCE });
  while (page.length > 0) {
    for (const userId of page)
      await isolateFailure({ log: deps.log, failed }, userId, () =>
        deleteAnonymousAccount(deps, elsewhere, { userId, since }),
      );
    const after = page.at(-1) ?? FIRST;
    page = await findUnused(deps.database, { since, after, limit: AT_ONCE });
  }
  endWith(failed);
}

async function deleteAnonymousAccount(
  deps: Deps,
  elsewhere: AnonymousDeletionRules,
  account: { readonly userId: string; readonly since: Date },
): Promise<void> {
  const { userId } = account;
  if (!(await shut(deps, elsewhere, account))) return;
  await elsewhere.leave(userId).catch(laterIfRefused);
  await deps.database.transaction((tx) => returnCoins(tx, elsewhere, userId));
  await erase(deps, elsewhere, userId).catch(laterIfRefused);
}

/** Revokes all access. Returns false if the account has been used again or must be kept. */
async function shut(
  deps: Deps,
  { hasOwnCoins }: AnonymousDeletionRules,
  account: { readonly userId: string; readonly since: Date },
): Promise<boolean> {
  const { userId } = account;
  const ended = await deps.database.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await isUnused(tx, account)) || (await hasOwnCoins(tx, userId))) return undefined;
    return endAccess(tx, { userId });
  });
  if (ended && ended.length > 0) publishChange(deps, { userId, endedSessions: ended });
  return ended !== undefined;
}

async function returnCoins(
  tx: DatabaseTransaction,
  { hasOwnCoins }: AnonymousDeletionRules,
  userId: string,
): Promise<void> {
  await lockUser(tx, userId);
  const { availableSats } = await balancesOf(tx, userId);
  if (availableSats === 0n || (await hasOwnCoins(tx, userId))) return;
  await postAll(tx, [
    {
      id: newUuid(),
      debit: userAccount(userId, "available", "BTC"),
      credit: houseAccount("treasury", "BTC"),
      amount: availableSats,
      code: "trial_return",
    },
  ]);
}

/** Deletes the account. Throws 409 `still_has` while something blocks the deletion. */
async function erase(deps: Deps, elsewhere: AnonymousDeletionRules, userId: string): Promise<void> {
  const now = deps.clock.now();
  const { endedSessions } = await deps.database.transaction((tx) =>
    deletePerson(tx, { userId, now, rules: elsewhere }),
  );
  publishChange(deps, { userId, endedSessions });
}

/**
 * Ignores a Refusal, because a later round tries again, for example when the market is open or a
 * contract has ended. Rethrows any other error.
 */
function laterIfRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
