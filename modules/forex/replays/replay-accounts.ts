/** Implements the accounts of replays: virtual dollars in the replay's own row, and no messages. */
import { userAccount } from "#ledger";
import type { Bus } from "#platform";
import type { Accounts } from "../book/accounts.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { addToReplay, type ReplayRow } from "./replays-table.ts";

export function replayAccounts(
  bus: Bus,
  { id, userId, endedAt }: Pick<ReplayRow, "id" | "userId" | "endedAt">,
): Accounts {
  const own = userAccount(id, "available", "USD");
  return {
    idOf: () => id,
    async availableCents(queryable) {
      const [row] = await queryable.query<{ cents: bigint }>(
        "select balance_cents as cents from forex_replays where id = $1",
        [id],
      );
      return new Map([[id, row?.cents ?? 0n]]);
    },
    /**
     * Posts only the user's side, because the platform's side of a replay's trades is not recorded.
     */
    async post(tx, transfers) {
      const cents = transfers.reduce(
        (sum, { debit, credit, amount }) =>
          sum + (credit === own ? amount : 0n) - (debit === own ? amount : 0n),
        0n,
      );
      await addToReplay(tx, id, cents);
    },
    publish: () => bus.publish("me", { userId, what: "forex" }),
    deliver: () => Promise.resolve(false),
    notifiesOwners: false,
    async assertTakesOrders() {
      if (endedAt) throw forexRefusals.replay_ended();
    },
    processedUntil: undefined,
    closeDay: undefined,
  };
}
