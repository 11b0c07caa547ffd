/** Who can tell what the causes of a person's entries are. */
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
