/** HTTP handlers of the watch list. */
import type { Handlers } from "#api/route";
import type { watchListApi } from "#api/watch-list";
import { readCursor } from "../chain/chain-table.ts";
import { refuse } from "../terms/refusals.ts";
import { followTransaction } from "./follow-transaction.ts";
import { deleteFollower, followedBy, setMailed } from "./followers-table.ts";
import type { WatchListDeps } from "./deps.ts";
import { presentFollowed } from "./present-followed.ts";

export function watchListRoutes(deps: WatchListDeps): Handlers<typeof watchListApi> {
  const { database } = deps;
  const tipHeight = async () => (await readCursor(database))?.height ?? 0;
  return {
    followTransaction: ({ caller: { userId }, body }) =>
      followTransaction(deps, { ...body, userId }),
    listFollowed: async ({ caller: { userId } }) => {
      const tip = await tipHeight();
      const rows = await followedBy(database, userId);
      return { items: rows.map((row) => presentFollowed(row, tip)), nextCursor: null };
    },
    changeFollowed: async ({ caller: { userId }, params: { txid }, body: { isMailed } }) => {
      const row = await setMailed(database, { userId, txid: txid.toLowerCase(), isMailed });
      if (!row) throw refuse.not_followed();
      return presentFollowed(row, await tipHeight());
    },
    unfollowTransaction: async ({ caller: { userId }, params: { txid } }) => {
      if (!(await deleteFollower(database, { userId, txid: txid.toLowerCase() })))
        throw refuse.not_followed();
      return { isRemoved: true };
    },
  };
}
