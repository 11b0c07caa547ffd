/** What a higher fee is asked for with. */
import type { Treasury } from "#treasury";
import type { WithdrawalParts } from "../withdrawals/parts.ts";

export type BumpParts = Pick<WithdrawalParts, "database" | "account" | "clock" | "bus"> & {
  readonly treasury: Treasury;
};
