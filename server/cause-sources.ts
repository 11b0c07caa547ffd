/** Who can tell what the causes of a person's entries are. */
import { earnCauses } from "#earn";
import type { CauseTeller } from "#ledger";
import { miningCauses } from "#mining";
import { shopCauses } from "#shop";
import { walletCauses } from "#wallet";

export const CAUSE_TELLERS: readonly CauseTeller[] = [
  miningCauses,
  earnCauses,
  shopCauses,
  walletCauses,
];
