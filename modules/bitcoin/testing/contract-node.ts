/**
 * Opens a node per backend for the contract tests: the embedded node and, if installed, Bitcoin
 * Core.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "#platform";
import { afterAll, beforeAll } from "vitest";
import { bitcoinKey, type Coin } from "../../../test/support/chain/bitcoin-key.ts";
import type { backends } from "../../../test/support/chain/bitcoind.ts";
import { openNode, type OpenedNode, type OpenNodePlan } from "../open-node.ts";
import { RpcError } from "../rpc-client.ts";

export const COIN_SATS = 5_000_000_000n;
export const FEE_SATS = 1_000n;
export const miner = bitcoinKey(1);
export const payee = bitcoinKey(2);

/** Builds a payment of the whole coin, minus the fee, to the payee. */
export function pay(coin: Coin, feeSats = FEE_SATS): string {
  return miner.spend([coin], [{ ...payee, amountSats: coin.amountSats - feeSats }]);
}

/** Returns the payee's coin of a payment built by `pay`. */
export function paidCoin(txid: string): Coin {
  return { txid, outputIndex: 0, amountSats: COIN_SATS - FEE_SATS };
}

export function payBack(coin: Coin, feeSats = FEE_SATS): string {
  return payee.spend([coin], [{ ...miner, amountSats: coin.amountSats - feeSats }]);
}

export interface ContractNode {
  readonly node: OpenedNode;
  /** Returns a mature coin of the miner that no other test has used. */
  takeCoin(): Coin;
  hashAt(height: number): Promise<string>;
  /** Mines one block and returns its hash. */
  mine(): Promise<string>;
  /** Sends a transaction. Returns "accepted" or the error code. */
  codeOf(rawHex: string): Promise<unknown>;
  restart(): Promise<void>;
}

/**
 * Opens a backend's node. Call this in the backend's describe block. `coinsMature` is the number of
 * coins that the backend's tests need.
 */
export function contractNode(
  { backend, searchPath }: (typeof backends)[number],
  coinsMature: number,
): ContractNode {
  const dataDir = mkdtempSync(join(tmpdir(), `hashfloor-contract-${backend}-`));
  const plan: OpenNodePlan = { dataDir, network: "regtest", searchPath, log: silentLog };
  const coins: Coin[] = [];
  let opened: OpenedNode | undefined;

  const contract: ContractNode = {
    get node() {
      if (!opened) throw new Error("the node is not open yet");
      return opened;
    },
    takeCoin() {
      const coin = coins.shift();
      if (!coin) throw new Error("no coin left: let more of them mature");
      return coin;
    },
    hashAt: async (height) => (await contract.node.getBlockHash(height)) ?? "",
    async mine() {
      const [hash = ""] = await contract.node.generateToAddress(1, miner.address);
      return hash;
    },
    codeOf: (rawHex) =>
      contract.node.sendRawTransaction(rawHex).then(
        () => "accepted",
        (error: unknown) => (error instanceof RpcError ? error.code : error),
      ),
    async restart() {
      await opened?.stop();
      opened = await openNode(plan);
    },
  };

  beforeAll(async () => {
    opened = await openNode(plan);
    await opened.generateToAddress(100 + coinsMature, miner.address);
    for (let height = 1; height <= coinsMature; height += 1) {
      const block = await opened.getBlock(await contract.hashAt(height));
      const txid = block.transactions[0]?.txid ?? "";
      coins.push({ txid, outputIndex: 0, amountSats: COIN_SATS });
    }
  });
  afterAll(async () => {
    await opened?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return contract;
}
