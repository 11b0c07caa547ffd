/** A small practice floor for the wallet's tests: real database, real embedded node, real signer, one watcher moved by hand. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNode, parseTransaction, type BitcoinNode, type OpenedNode } from "#bitcoin";
import {
  createBus,
  newUuid,
  openMasterKey,
  silentLog,
  systemClock,
  type Database,
  type IdempotentRequest,
} from "#platform";
import { defaultLimits, issueSecurityCode } from "#users";
import { testDatabase } from "../../test/support/database.ts";
import { testUser } from "../../test/support/user.ts";
import { currentDepositAddress } from "../deposit-address.ts";
import { openWallet, type OpenWallet } from "../open-wallet.ts";
import type { AnyWithdrawal } from "../present-withdrawal.ts";
import { requestFaucet, type Grant } from "../faucet.ts";
import { requestWithdrawal, type WithdrawalRequest } from "../request-withdrawal.ts";
import { CODE_PURPOSE } from "../send-code.ts";
import { createSender, type Sender } from "../sender/sender.ts";
import { createWatcher, type Watcher } from "../watcher/watcher.ts";
import { createOutsideWallet, type OutsidePayment, type OutsideWallet } from "./outside-wallet.ts";

export interface Floor {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly node: OpenedNode;
  readonly wallet: OpenWallet;
  readonly watcher: Watcher;
  readonly sender: Sender;
  readonly outside: OutsideWallet;
  newUser(): Promise<string>;
  /** A user whose deposit of that amount is credited. */
  userWith(amountSats: bigint): Promise<string>;
  /** Blocks to the treasury, then one round of the watcher. */
  mine(blocks: number): Promise<void>;
  reorg(depth: number): Promise<void>;
  watch(): Promise<void>;
  payFromOutside(address: string, amountSats: bigint): Promise<OutsidePayment>;
  /** A security code for a withdrawal, as the user would read it in his mailbox. */
  codeFor(userId: string): Promise<string>;
  /** With a fresh code, key and outside address unless told otherwise. */
  withdraw(
    userId: string,
    amountSats: bigint,
    options?: Partial<Omit<WithdrawalRequest, "userId" | "amountSats">>,
  ): Promise<AnyWithdrawal>;
  askFaucet(userId: string, amountSats?: bigint): Promise<Grant>;
  /** One round of the sender. */
  send(): Promise<void>;
  close(): Promise<void>;
}

const OUTSIDE_BLOCKS = 2;
const HOUR_MS = 3_600_000;

export async function startFloor(
  setup: { readonly through?: (node: OpenedNode) => Promise<BitcoinNode> } = {},
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
    secondFactor: { limits: defaultLimits, masterKey: openMasterKey(dataDir) },
    node: (await setup.through?.(node)) ?? node,
    bus: createBus(),
    clock: systemClock,
    log: silentLog,
    blockSeconds: 10,
    withdrawalsPerHourMax: 1_000_000,
    raiseWaitHours: 0,
    treasury: { promises: [] },
  });
  const watcher = createWatcher(wallet);
  const sender = createSender(wallet);
  const outside = createOutsideWallet(node);
  const watch = (): Promise<void> => watcher.round(new AbortController().signal);
  let codesIssued = 0;
  const codeFor = (userId: string): Promise<string> =>
    database.transaction(async (tx) => {
      // Each an hour after the one before: tests need more codes than the hourly allowance.
      codesIssued += 1;
      const now = new Date(Date.now() + codesIssued * HOUR_MS);
      return (await issueSecurityCode(tx, { userId, purpose: CODE_PURPOSE, now })).code;
    });
  // The outside wallet's coins mature while the treasury's first blocks are mined.
  for (const hash of await node.generateToAddress(OUTSIDE_BLOCKS, outside.address)) {
    const coinbase = (await node.getBlock(hash)).transactions[0];
    const output = coinbase?.outputs[0];
    if (coinbase && output)
      outside.addCoin({ txid: coinbase.txid, vout: 0, amountSats: output.amountSats });
  }
  const floor: Floor = {
    database,
    databaseUrl: test.url,
    dataDir,
    node,
    wallet,
    watcher,
    sender,
    outside,
    watch,
    newUser: async () => (await testUser(database)).userId,
    async userWith(amountSats) {
      const userId = await floor.newUser();
      const { address } = await currentDepositAddress(wallet, { userId });
      await floor.payFromOutside(address, amountSats);
      await floor.mine(6);
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
    codeFor,
    async withdraw(userId, amountSats, options = {}) {
      return requestWithdrawal(wallet, {
        userId,
        amountSats,
        method: "wallet",
        code: options.code ?? (await codeFor(userId)),
        walletAddress: outside.address,
        idempotency: identity(userId, "createWithdrawal"),
        visitor: { ip: "127.0.0.1", userAgent: "test" },
        ...options,
      });
    },
    askFaucet: (userId, amountSats) =>
      requestFaucet(wallet, {
        userId,
        amountSats,
        idempotency: identity(userId, "requestFaucet"),
      }),
    send: () => sender.round(new AbortController().signal),
    async close() {
      await wallet.close();
      await node.stop();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return floor;
}

/** A request nobody made before. */
export function identity(userId: string, route: string): IdempotentRequest {
  return { userId, route, key: newUuid(), requestHash: "test" };
}
