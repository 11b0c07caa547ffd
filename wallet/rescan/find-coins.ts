/**
 * All coins of the account, found in the chain and the mempool by nothing but its keys: for when
 * the table that says which addresses were issued is gone. They were issued in order but need not
 * have been paid, and some were skipped, so many beyond the last known one are looked for.
 */
import { setImmediate as pause } from "node:timers/promises";
import { Outage } from "#platform";
import type { BitcoinNode, Block, Transaction } from "#bitcoin";
import {
  CHANGE,
  RECEIVE,
  type Account,
  type Branch,
  type DerivedAddress,
} from "../chain/account.ts";

export interface FoundCoin {
  readonly txid: string;
  readonly vout: number;
  readonly amountSats: bigint;
  readonly branch: Branch;
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
}

export interface Search {
  readonly account: Pick<Account, "derive">;
  readonly node: Pick<
    BitcoinNode,
    "getBlockCount" | "getBlockHash" | "getBlock" | "getRawMempool" | "getTransaction"
  >;
  /** How many addresses of each branch are known to have been issued. */
  readonly received: number;
  readonly change: number;
  /** How many beyond those, and beyond any that was paid: more than a restore skips. */
  readonly ahead?: number;
  readonly onBlock?: (height: number, tipHeight: number) => void;
}

const AHEAD = 2_000;

/** Throws an Outage when the node does not answer, or its chain changes meanwhile. */
export async function findCoins(search: Search): Promise<Found> {
  const { account, received, change, ahead = AHEAD } = search;
  const scripts = new Map<string, DerivedAddress>();
  const ends = { [RECEIVE]: 0, [CHANGE]: 0 };
  /** False when so many are looked for already. */
  const extend = async (branch: Branch, count: number): Promise<boolean> => {
    if (count <= ends[branch]) return false;
    for (; ends[branch] < count; ends[branch] += 1) {
      const derived = account.derive(branch, ends[branch]);
      scripts.set(derived.scriptHex, derived);
      // Seconds without a pause would let the node's connection break unnoticed.
      await pause();
    }
    return true;
  };
  await extend(RECEIVE, received + 1 + ahead);
  await extend(CHANGE, change + 1 + ahead);
  for (;;) {
    const { highest, ...found } = await readChain(search, scripts);
    let isWider = false;
    for (const { branch, index } of highest)
      if (await extend(branch, index + 1 + ahead)) isWider = true;
    // What is looked for since may lie in blocks that were read before.
    if (!isWider) return found;
  }
}

async function readChain(
  { node, onBlock }: Search,
  scripts: ReadonlyMap<string, DerivedAddress>,
): Promise<Found & { readonly highest: readonly DerivedAddress[] }> {
  const coins = new Map<string, FoundCoin>();
  const highest = new Map<Branch, DerivedAddress>();
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
