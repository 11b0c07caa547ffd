/** The treasury of a house that sold nothing it has to cover. */
import { accountBalance, houseAccount } from "#ledger";
import type { SpareTreasury } from "../parts.ts";

const TREASURY = houseAccount("treasury", "BTC");

export const ALL_IS_SPARE: SpareTreasury = {
  read: (queryable) => accountBalance(queryable, TREASURY),
  claim: (tx) => accountBalance(tx, TREASURY),
};
