/**
 * Opens the wallet: starts the signer, which creates the seed at the first start, and watches the
 * treasury's address.
 */
import type { SettleEarnings } from "#ledger";
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database, Log } from "#platform";
import type { Treasury } from "#treasury";
import type { SecondFactorDeps } from "#users";
import { RECEIVE, TREASURY_INDEX } from "./chain/account.ts";
import { insertAddress } from "./chain/addresses-table.ts";
import { compareIssued, openIssuedAddresses } from "./chain/issued-addresses.ts";
import { databaseNow } from "./chain/chain-table.ts";
import type { WalletDeps } from "./deps.ts";
import { startSigner } from "./signer/start-signer.ts";
import type { WithdrawalDeps } from "./withdrawals/deps.ts";

export interface OpenWalletPlan {
  readonly database: Database;
  /** Database URL for the signer's own connection. */
  readonly signerUrl: string;
  readonly dataDir: string;
  readonly secondFactor: SecondFactorDeps;
  readonly node: BitcoinNode;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly blockSeconds: number;
  readonly withdrawalsPerHourMax: number;
  readonly raiseWaitHours: number;
  readonly treasury: Treasury;
  readonly settleEarnings: SettleEarnings;
  readonly accrued: WithdrawalDeps["accrued"];
}

export interface OpenWallet extends WalletDeps {
  /** Address that receives mined coins. */
  readonly treasuryAddress: string;
  /** Stops the signer. Stop the workers first. */
  close(): Promise<void>;
}

export async function openWallet(plan: OpenWalletPlan): Promise<OpenWallet> {
  const { database, signerUrl, dataDir, node, bus, clock, log, blockSeconds } = plan;
  const signer = await startSigner({ url: signerUrl, dataDir, network: node.network, log });
  const { account } = signer;
  const ownAddress = account.derive(RECEIVE, TREASURY_INDEX);
  await insertAddress(database, ownAddress, { purpose: "treasury", now: clock.now() });
  const issued = openIssuedAddresses({ dataDir, xpub: account.xpub });
  if (await compareIssued(database, issued))
    log.error("the database is an older copy: new addresses come from a new branch");
  return {
    database,
    dataDir,
    issued,
    openedAt: await databaseNow(database),
    node,
    account,
    signer,
    secondFactor: plan.secondFactor,
    bus,
    clock,
    log,
    blockSeconds,
    withdrawalsPerHourMax: plan.withdrawalsPerHourMax,
    raiseWaitHours: plan.raiseWaitHours,
    treasury: plan.treasury,
    settleEarnings: plan.settleEarnings,
    accrued: plan.accrued,
    treasuryAddress: ownAddress.address,
    close: () => signer.stop(),
  };
}
