/**
 * Changes the chain while the platform is stopped: reorganisations, a lost mempool, and outside
 * payments that arrive or are replaced. It opens the node in a data folder that no server uses at
 * that time.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { openNode, type BitcoinNode } from "#bitcoin";
import { silentLog } from "#platform";
import {
  createOutsideWallet,
  type OutsidePayment,
} from "../../../modules/wallet/testing/outside-wallet.ts";

/**
 * Maximum depth of a reorganisation. It exceeds the number of confirmations for which the product
 * waits.
 */
const DEPTH_MAX = 12;
const COINBASE_BLOCKS = 100;
const DEPOSIT_SATS = 1_000_000n;

interface Place {
  readonly dataDir: string;
  readonly searchPath: string;
  /** Returns a random integer in [least, end). */
  readonly between: (least: number, end: number) => number;
  readonly depositAddress: string;
}

/**
 * Returns a function to call each time the platform is down. It changes the chain and returns a
 * description of its changes.
 */
export function outsideWorld({ dataDir, searchPath, between, depositAddress }: Place) {
  let wallet = createOutsideWallet({ network: "regtest" });
  let last: OutsidePayment | undefined;

  const acts = { pay, replace, reorganize };

  async function pay(node: BitcoinNode): Promise<string> {
    // An existing wallet might spend the change of a payment that is replaced later, so create a
    // new wallet for each payment.
    wallet = createOutsideWallet({ network: "regtest" });
    const [hash = ""] = await node.generateToAddress(1, wallet.address);
    await node.generateToAddress(COINBASE_BLOCKS, wallet.address);
    const [coinbase] = (await node.getBlock(hash)).transactions;
    const amountSats = coinbase?.outputs[0]?.amountSats ?? 0n;
    wallet.addCoin({ txid: coinbase?.txid ?? "", vout: 0, amountSats });
    last = wallet.pay([{ address: depositAddress, amountSats: DEPOSIT_SATS }]);
    await node.sendRawTransaction(last.rawHex);
    return "paid";
  }

  /**
   * Double-spends the last payment to another address, even if the payment is already in one of the
   * newest blocks.
   */
  async function replace(node: BitcoinNode): Promise<string> {
    if (last === undefined) return pay(node);
    await reorganize(node);
    const outputs = [{ address: wallet.address, amountSats: DEPOSIT_SATS }];
    const other = wallet.pay(outputs, { spending: last, feeSats: 200_000n });
    return node.sendRawTransaction(other.rawHex).then(
      () => "replaced",
      () => "too deep in the chain to be replaced",
    );
  }

  async function reorganize(node: BitcoinNode): Promise<string> {
    const depth = between(1, DEPTH_MAX + 1);
    // A new address for each block reward, because otherwise a new block could be identical to one
    // that was removed from the chain before.
    const { address } = createOutsideWallet(node);
    await node.simulateReorg({ depth, address });
    return `lost ${depth} blocks`;
  }

  return async (): Promise<string> => {
    const names = Object.keys(acts) as (keyof typeof acts)[];
    const name = names[between(0, names.length)] ?? "reorganize";
    const isDropped = between(0, 2) === 0;
    const node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog });
    let text: string;
    try {
      text = await acts[name](node);
    } finally {
      await node.stop();
    }
    if (isDropped) dropMempool(dataDir);
    return isDropped ? `${text}, mempool dropped` : text;
  };
}

/** Removes the mempool file of the embedded node or of Bitcoin Core. */
function dropMempool(dataDir: string): void {
  for (const name of ["mempool.hex", "mempool.dat"])
    for (const folder of ["embedded", "core", join("core", "regtest")])
      rmSync(join(dataDir, "bitcoin", folder, name), { force: true });
}
