/**
 * All coins of the account, found in the chain and the mempool by nothing but its keys: for when
 * the table that says which addresses were issued is gone. They were issued in order but need not
 * have been paid, and more may have been issued than is known, so many beyond the last known one
 * are looked for.
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
  /** null: in the mempool. */
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
  /** The last deposit address that is known to have been issued, and the last one for change. */
  readonly received: number;
  readonly change: number;
  /** Branches of deposit addresses besides 0. */
  readonly receiveBranches: readonly ReceiveBranch[];
  /** How many beyond those, and beyond any that was paid. */
  readonly ahead?: number;
  readonly onBlock?: (height: number, tipHeight: number) => void;
  readonly onAddress?: (count: number) => void;
}

/** Users take deposit addresses; only payments take change. */
const AHEAD = { receive: 10_000, change: 2_000 };
const PAUSE_EVERY = 25;

/** Throws an Outage when the node does not answer, or its chain changes meanwhile. */
export async function findCoins(search: Search): Promise<Found> {
  const { account, received, change, receiveBranches, ahead, onAddress } = search;
  const scripts = new Map<string, DerivedAddress>();
  const receiving = [{ branch: RECEIVE, firstIndex: 0 }, ...receiveBranches];
  const ends = new Map(receiving.map(({ branch, firstIndex }) => [branch, firstIndex]));
  ends.set(CHANGE, 0);
  /** Returns whether the search is wider than before. */
  const extend = async (branch: number, issued: number): Promise<boolean> => {
    const end = issued + 1 + (ahead ?? AHEAD[branch === CHANGE ? "change" : "receive"]);
    const from = ends.get(branch) ?? 0;
    for (let index = from; index < end; index += 1) {
      const derived = account.derive(branch, index);
      scripts.set(derived.scriptHex, derived);
      onAddress?.(scripts.size);
      // Seconds without a pause would let the node's connection break unnoticed.
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
    // What is looked for since may lie in blocks that were read before.
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
  // A mempool lists what spends before or after what it spends.
  for (const transaction of waiting) receive(transaction, null);
  for (const transaction of waiting) spend(transaction);
  return { tipHeight, coins: [...coins.values()], highest: [...highest.values()] };
}
