/** A small practice floor for the wallet's tests: real database, real embedded node, real signer, one watcher moved by hand. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNode, parseTransaction, type BitcoinNode, type OpenedNode } from "#bitcoin";
import { openUserAccounts } from "#ledger";
import { createBus, newUuid, silentLog, systemClock, type Database } from "#platform";
import { testDatabase } from "../../test/support/database.ts";
import { openWallet, type OpenWallet } from "../open-wallet.ts";
import { createWatcher, type Watcher } from "../watcher/watcher.ts";
import { createOutsideWallet, type OutsidePayment, type OutsideWallet } from "./outside-wallet.ts";

export interface Floor {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly node: OpenedNode;
  readonly wallet: OpenWallet;
  readonly watcher: Watcher;
  readonly outside: OutsideWallet;
  newUser(): Promise<string>;
  /** Blocks to the treasury, then one round of the watcher. */
  mine(blocks: number): Promise<void>;
  reorg(depth: number): Promise<void>;
  watch(): Promise<void>;
  payFromOutside(address: string, amountSats: bigint): Promise<OutsidePayment>;
  close(): Promise<void>;
}

const OUTSIDE_BLOCKS = 2;

export async function startFloor(
  options: { readonly through?: (node: OpenedNode) => BitcoinNode } = {},
): Promise<Floor> {
  const dataDir = await mkdtemp(join(tmpdir(), "hashfloor-wallet-"));
  const test = await testDatabase();
  const { database } = test;
  const node = await openNode({
    dataDir,
    network: "regtest",
    searchPath: "",
    log: silentLog,
  });
  const wallet = await openWallet({
    database,
    databaseUrl: test.url,
    dataDir,
    node: options.through?.(node) ?? node,
    bus: createBus(),
    clock: systemClock,
    log: silentLog,
    blockSeconds: 10,
    rateUsdPerBtc: async () => "60000",
  });
  const watcher = createWatcher(wallet);
  const outside = createOutsideWallet(node);
  const watch = (): Promise<void> => watcher.round(new AbortController().signal);
  // The outside wallet's coins mature while the treasury's first blocks are mined.
  for (const hash of await node.generateToAddress(OUTSIDE_BLOCKS, outside.address)) {
    const coinbase = (await node.getBlock(hash)).transactions[0];
    const output = coinbase?.outputs[0];
    if (coinbase && output)
      outside.addCoin({ txid: coinbase.txid, vout: 0, amountSats: output.amountSats });
  }
  return {
    database,
    databaseUrl: test.url,
    dataDir,
    node,
    wallet,
    watcher,
    outside,
    watch,
    async newUser() {
      const userId = newUuid();
      await database.transaction((tx) => openUserAccounts(tx, userId));
      return userId;
    },
    async mine(blocks) {
      await node.generateToAddress(blocks, wallet.treasuryAddress);
      await watch();
    },
    async reorg(depth) {
      await node.simulateReorg({ depth, address: wallet.treasuryAddress });
      await watch();
    },
    async payFromOutside(address, amountSats) {
      const payment = outside.pay([{ address, amountSats }]);
      const txid = await node.sendRawTransaction(payment.rawHex);
      if (txid !== parseTransaction(payment.rawHex).txid) throw new Error("another txid");
      return payment;
    },
    async close() {
      await wallet.close();
      await node.stop();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
