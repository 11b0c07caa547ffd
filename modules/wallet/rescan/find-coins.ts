/**
 * Finds all coins of the account in the chain and the mempool with only the account's keys, for use
 * without the table of issued addresses. Addresses were issued in order, but some were never paid,
 * and more may have been issued after the backup. The search therefore continues for many addresses
 * after the last known one.
 */
import { setImmediate as pause } from "node:timers/promises";
import { Outage } from "#platform";
import type { BitcoinNode, Block, Transaction } from "#bitcoin";
import { CHANGE, RECEIVE, type Account, type DerivedAddress } from "../chain/account.ts";
import type { ReceiveBranch } from "../chain/receive-branches.ts";

export interface FoundCoin {
  readonly txid: string;
  readonly vout: number;
  readonly amountSats: bigint;
  readonly branch: number;
  readonly index: number;
  readonly address: string;
  readonly scriptHex: string;
  /** Block height; null if the transaction is in the mempool. */
  readonly height: number | null;
  readonly isCoinbase: boolean;
}

export interface Found {
  readonly tipHeight: number;
  readonly coins: readonly FoundCoin[];
  readonly searched: readonly SearchedBranch[];
}

export interface SearchedBranch {
  readonly branch: number;
  readonly firstIndex: number;
  readonly lastIndex: number;
}

export interface Search {
  readonly account: Pick<Account, "derive">;
  readonly node: Pick<
    BitcoinNode,
    "getBlockCount" | "getBlockHash" | "getBlock" | "getRawMempool" | "getTransaction"
  >;
  /** Index of the last deposit address known to be issued. */
  readonly received: number;
  readonly change: number;
  /** Branches of deposit addresses other than 0. */
  readonly receiveBranches: readonly ReceiveBranch[];
  /** Number of addresses to search after the last known address and after each paid address. */
  readonly ahead?: number;
  readonly onBlock?: (height: number, tipHeight: number) => void;
  readonly onAddress?: (count: number) => void;
}

/**
 * Number of addresses to search ahead. Higher for deposit addresses, because users can request many
 * without a payment. Every change address belongs to a payment.
 */
const AHEAD = { receive: 10_000, change: 2_000 };
const PAUSE_EVERY = 25;

/**
 * Returns all coins. Throws an Outage if the node does not respond or its chain changes during the
 * search.
 */
export async function findCoins(search: Search): Promise<Found> {
  const { account, received, change, receiveBranches, ahead, onAddress } = search;
  const scripts = new Map<string, DerivedAddress>();
  const receiving = [{ branch: RECEIVE, firstIndex: 0 }, ...receiveBranches];
  const ends = new Map(receiving.map(({ branch, firstIndex }) => [branch, firstIndex]));
  ends.set(CHANGE, 0);
  /** Extends the search range. Returns whether it changed. */
  const extend = async (branch: number, issued: number): Promise<boolean> => {
    const end = issued + 1 + (ahead ?? AHEAD[branch === CHANGE ? "change" : "receive"]);
    const from = ends.get(branch) ?? 0;
    for (let index = from; index < end; index += 1) {
      const derived = account.derive(branch, index);
      scripts.set(derived.scriptHex, derived);
      onAddress?.(scripts.size);
      // Pauses let the event loop notice a dropped connection to the node.
      if (index % PAUSE_EVERY === 0) await pause();
    }
    ends.set(branch, Math.max(from, end));
    return end > from;
  };
  for (const { branch } of receiving) await extend(branch, received);
  await extend(CHANGE, change);
  for (;;) {
    const { highest, ...scan } = await readChain(search, scripts);
    let isWider = false;
    for (const { branch, index } of highest) if (await extend(branch, index)) isWider = true;
    // Blocks that were already read may have paid the newly added addresses.
    if (isWider) continue;
    const searched = [...receiving, { branch: CHANGE, firstIndex: 0 }].map((one) => ({
      ...one,
      lastIndex: (ends.get(one.branch) ?? 0) - 1,
    }));
    return { ...scan, searched };
  }
}

async function readChain(
  { node, onBlock }: Search,
  scripts: ReadonlyMap<string, DerivedAddress>,
): Promise<Omit<Found, "searched"> & { readonly highest: readonly DerivedAddress[] }> {
  const coins = new Map<string, FoundCoin>();
  const highest = new Map<number, DerivedAddress>();
  const receive = (transaction: Transaction, height: number | null): void => {
    for (const { index: vout, amountSats, scriptHex } of transaction.outputs) {
      const own = scripts.get(scriptHex);
      if (!own) continue;
      if (own.index > (highest.get(own.branch)?.index ?? -1)) highest.set(own.branch, own);
      const { txid, isCoinbase } = transaction;
      const { branch, index, address } = own;
      const place = { branch, index, address, scriptHex, height, isCoinbase };
      coins.set(`${txid}:${vout}`, { txid, vout, amountSats, ...place });
    }
  };
  const spend = ({ inputs }: Transaction): void => {
    for (const { txid, outputIndex } of inputs) coins.delete(`${txid}:${outputIndex}`);
  };

  const tipHeight = await node.getBlockCount();
  let previous: Block | undefined;
  for (let height = 1; height <= tipHeight; height += 1) {
    const block = await node.getBlock((await node.getBlockHash(height)) ?? "");
    if (previous && block.previousHash !== previous.hash)
      throw new Outage("bitcoin node", "its chain changed while it was read; begin again");
    for (const transaction of block.transactions) {
      spend(transaction);
      receive(transaction, height);
    }
    previous = block;
    onBlock?.(height, tipHeight);
  }
  const waiting: Transaction[] = [];
  for (const txid of await node.getRawMempool()) {
    const transaction = await node.getTransaction(txid);
    if (transaction) waiting.push(transaction);
  }
  // The mempool may list a transaction before its parent.
  for (const transaction of waiting) receive(transaction, null);
  for (const transaction of waiting) spend(transaction);
  return { tipHeight, coins: [...coins.values()], highest: [...highest.values()] };
}
