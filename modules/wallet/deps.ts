/** Dependencies of the wallet, combined from all its folders. */
import type { DepositDeps } from "./deposits/deposit-address.ts";
import type { FaucetDeps } from "./faucet/faucet.ts";
import type { PayoutDeps } from "./payouts/move-payouts.ts";
import type { SenderDeps } from "./sender/deps.ts";
import type { TrackerDeps } from "./tracker/get-transaction.ts";
import type { WatchListDeps } from "./watch-list/deps.ts";
import type { WatcherDeps } from "./watcher/deps.ts";
import type { WithdrawalDeps } from "./withdrawals/deps.ts";

export type WalletDeps = DepositDeps &
  FaucetDeps &
  WithdrawalDeps &
  PayoutDeps &
  SenderDeps &
  WatchListDeps &
  WatcherDeps &
  TrackerDeps;
