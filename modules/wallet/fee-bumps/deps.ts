/** Dependencies of fee bumps. */
import type { Treasury } from "#treasury";
import type { WithdrawalDeps } from "../withdrawals/deps.ts";

export type FeeBumpDeps = Pick<WithdrawalDeps, "database" | "account" | "clock" | "bus"> & {
  readonly treasury: Treasury;
};
