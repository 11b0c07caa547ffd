/** What the wallet is handed from outside: what its folders name, together. */
import type { DepositParts } from "./deposits/deposit-address.ts";
import type { FaucetParts } from "./faucet/faucet.ts";
import type { PayoutParts } from "./payouts/move-payouts.ts";
import type { SenderParts } from "./sender/parts.ts";
import type { TrackerParts } from "./tracker/get-transaction.ts";
import type { WatchListParts } from "./watch-list/parts.ts";
import type { WatcherParts } from "./watcher/parts.ts";
import type { WithdrawalParts } from "./withdrawals/parts.ts";

export type WalletParts = DepositParts &
  FaucetParts &
  WithdrawalParts &
  PayoutParts &
  SenderParts &
  WatchListParts &
  WatcherParts &
  TrackerParts;
