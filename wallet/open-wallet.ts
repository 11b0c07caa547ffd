/** Starts the signer, which makes the seed at the first start, and puts the treasury's address on the list of watched ones. */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database, Log } from "#platform";
import type { SecondFactorParts } from "#users";
import { RECEIVE, TREASURY_INDEX } from "./account.ts";
import { insertAddress } from "./addresses-table.ts";
import type { SpareTreasury, WalletParts } from "./parts.ts";
import { startSigner } from "./signer/start-signer.ts";

export interface OpenWalletPlan {
  readonly database: Database;
  /** For the signer's own connection. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secondFactor: SecondFactorParts;
  readonly node: BitcoinNode;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly blockSeconds: number;
  readonly withdrawalsPerHourMax: number;
  readonly raiseWaitHours: number;
  readonly rateUsdPerBtc: () => Promise<string>;
  readonly spareTreasury: SpareTreasury;
}

export interface OpenWallet extends WalletParts {
  /** Where mined coins go. */
  readonly treasuryAddress: string;
  /** Stops the signer. Stop the workers first. */
  close(): Promise<void>;
}

export async function openWallet(plan: OpenWalletPlan): Promise<OpenWallet> {
  const { database, databaseUrl, dataDir, node, bus, clock, log, blockSeconds, rateUsdPerBtc } =
    plan;
  const signer = await startSigner({ databaseUrl, dataDir, network: node.network, log });
  const { account } = signer;
  const treasury = account.derive(RECEIVE, TREASURY_INDEX);
  await insertAddress(database, treasury, { purpose: "treasury", now: clock.now() });
  return {
    database,
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
    rateUsdPerBtc,
    spareTreasury: plan.spareTreasury,
    treasuryAddress: treasury.address,
    close: () => signer.stop(),
  };
}
