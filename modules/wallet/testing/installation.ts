/**
 * A small installation for the wallet's tests, with a real database, embedded node and signer, and
 * with a watcher whose rounds the tests trigger.
 */
import { openNode, parseTransaction, type BitcoinNode, type OpenedNode } from "#bitcoin";
import {
  newUuid,
  openDatabase,
  silentLog,
  withoutLogin,
  type Database,
  type IdempotentRequest,
} from "#platform";
import { issueSecurityCode } from "#users";
import { inject } from "vitest";
import { loginUrl } from "../../../test/support/servers/database-url.ts";
import { copyOf, type Place } from "../../../test/support/servers/installation.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { openFaucet } from "../faucet/faucet.ts";
import type { Grant } from "../faucet/give.ts";
import { openWallet, type OpenWallet } from "../open-wallet.ts";
import { createSender, type Sender } from "../sender/sender.ts";
import { walletDeps } from "./wallet-deps.ts";
import { createWatcher, type Watcher } from "../watcher/watcher.ts";
import type { AnyWithdrawal } from "../withdrawals/present-withdrawal.ts";
import { openWithdrawals } from "../withdrawals/open-withdrawals.ts";
import type { WithdrawalRequest } from "../withdrawals/withdrawal-facts.ts";
import { CODE_PURPOSE } from "../withdrawals/send-code.ts";
import { createOutsideWallet, type OutsidePayment, type OutsideWallet } from "./outside-wallet.ts";

export interface Installation {
  readonly database: Database;
  readonly databaseUrl: string;
  /** Database URL with the product's role, for a child process. */
  readonly applicationUrl: string;
  readonly dataDir: string;
  readonly node: OpenedNode;
  readonly wallet: OpenWallet;
  readonly watcher: Watcher;
  readonly sender: Sender;
  readonly outside: OutsideWallet;
  newUser(): Promise<string>;
  /** Creates a user with a credited deposit of `amountSats`. */
  userWith(amountSats: bigint): Promise<string>;
  /** Mines blocks to the treasury, then runs one round of the watcher. */
  mine(blocks: number): Promise<void>;
  reorg(depth: number): Promise<void>;
  watch(): Promise<void>;
  payFromOutside(address: string, amountSats: bigint): Promise<OutsidePayment>;
  /** Returns a security code for a withdrawal, as sent to the user. */
  codeFor(userId: string): Promise<string>;
  /**
   * Requests a withdrawal, by default with a new code, a new idempotency key and an outside
   * address.
   */
  withdraw(
    userId: string,
    amountSats: bigint,
    options?: Partial<Omit<WithdrawalRequest, "userId" | "amountSats">>,
  ): Promise<AnyWithdrawal>;
  askFaucet(userId: string, amountSats?: bigint): Promise<Grant>;
  send(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Number of blocks that the outside wallet mines. More blocks follow, so that these blocks'
 * coinbase outputs have almost matured, but none is spendable yet.
 */
const OUTSIDE_BLOCKS = 2;
const FIRST_BLOCKS = 97;
export const OUTSIDE_KEY = new Uint8Array(32).fill(0x0f);
const HOUR_MS = 3_600_000;

type Through = (node: OpenedNode) => Promise<BitcoinNode>;

/**
 * Starts an installation and mines the first 99 blocks, by default 97 of them to the treasury. With
 * `searchPath`, uses the Bitcoin Core found there instead of the embedded node.
 */
export async function startInstallation({
  through,
  minedTo = "treasury",
  searchPath = "",
}: {
  readonly through?: Through;
  readonly minedTo?: "treasury" | "outside";
  readonly searchPath?: string;
} = {}): Promise<Installation> {
  const place = await copyOf({
    name: `floor_of_${minedTo}${searchPath === "" ? "" : "_on_core"}`,
    make: (first) => mineFirst(first, minedTo, searchPath),
  });
  const { dataDir, databaseUrl, applicationUrl } = place;
  const deps = await openDeps(place, { searchPath, through });
  const { database, node, wallet, watcher } = deps;
  const sender = createSender(wallet);
  const giveCoins = openFaucet(wallet);
  const withdraw = openWithdrawals(wallet);
  const outside = createOutsideWallet(node, OUTSIDE_KEY);
  const watch = (): Promise<void> => watcher.round(new AbortController().signal);
  const codeFor = codesOf(database);
  for (let height = 1; height <= OUTSIDE_BLOCKS; height += 1) {
    const { transactions } = await node.getBlock((await node.getBlockHash(height)) ?? "");
    const [coinbase] = transactions;
    const output = coinbase?.outputs[0];
    if (coinbase && output)
      outside.addCoin({ txid: coinbase.txid, vout: 0, amountSats: output.amountSats });
  }
  const installation: Installation = {
    database,
    databaseUrl,
    applicationUrl,
    dataDir,
    node,
    wallet,
    watcher,
    sender,
    outside,
    watch,
    newUser: async () => (await testUser(database)).userId,
    async userWith(amountSats) {
      const userId = await installation.newUser();
      const { address } = await currentDepositAddress(wallet, { userId });
      await installation.payFromOutside(address, amountSats);
      await installation.mine(6);
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
      return withdraw({
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
      giveCoins({
        userId,
        origin: { ip: "127.0.0.1", isLocal: true },
        amountSats,
        request: identity(userId, "requestFaucet"),
      }),
    send: () => sender.round(new AbortController().signal),
    async close() {
      await deps.close();
      await place.remove();
    },
  };
  return installation;
}

async function mineFirst(
  place: Place,
  minedTo: "treasury" | "outside",
  searchPath: string,
): Promise<void> {
  const deps = await openDeps(place, { searchPath });
  const { node, wallet, watcher } = deps;
  const outside = createOutsideWallet(node, OUTSIDE_KEY);
  await node.generateToAddress(OUTSIDE_BLOCKS, outside.address);
  const address = minedTo === "treasury" ? wallet.treasuryAddress : outside.address;
  await node.generateToAddress(FIRST_BLOCKS, address);
  await watcher.round(new AbortController().signal);
  await deps.close();
}

async function openDeps(
  place: Place,
  { searchPath, through }: { readonly searchPath: string; readonly through?: Through | undefined },
) {
  const { dataDir } = place;
  const node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog });
  const deps = await openWalletOn(place, (await through?.(node)) ?? node);
  return {
    ...deps,
    node,
    async close() {
      await deps.close();
      await node.stop();
    },
  };
}

/** Opens only the wallet, on a running node. */
export async function openWalletOn(
  { dataDir, databaseUrl }: Pick<Place, "dataDir" | "databaseUrl">,
  node: BitcoinNode,
) {
  // Tests connect as the superuser; the wallet and the signer use their product roles.
  const database = openDatabase(databaseUrl);
  const product = openDatabase(loginUrl(databaseUrl, inject("applicationLogin")));
  const wallet = await openWallet({
    database: product,
    signerUrl: withoutLogin(databaseUrl),
    node,
    ...walletDeps(dataDir),
  });
  return {
    database,
    wallet,
    watcher: createWatcher(wallet),
    async close() {
      await wallet.close();
      await product.close();
      await database.close();
    },
  };
}

/** Returns a function that creates a security code for a user's withdrawal, as sent to the user. */
export function codesOf(database: Database): (userId: string) => Promise<string> {
  let codesIssued = 0;
  return (userId) =>
    database.transaction(async (tx) => {
      // Codes are issued an hour apart, because tests need more codes than the hourly limit allows.
      codesIssued += 1;
      const now = new Date(Date.now() + codesIssued * HOUR_MS);
      return (await issueSecurityCode(tx, { userId, purpose: CODE_PURPOSE, now })).code;
    });
}

/** Returns a request with a new idempotency key. */
export function identity(userId: string, route: string): IdempotentRequest {
  return { userId, route, key: newUuid(), requestHash: "test" };
}
