/** Lists the modules that describe the causes of a user's ledger entries. */
import { earnCauses } from "#earn";
import type { CauseSource } from "#ledger";
import { miningCauses } from "#mining";
import { shopCauses } from "#shop";
import { walletCauses } from "#wallet";

export const CAUSE_SOURCES: readonly CauseSource[] = [
  miningCauses,
  earnCauses,
  shopCauses,
  walletCauses,
];
