/**
 * Test oracle that derives the expected content of the wallet's tables from the chain alone, block
 * by block from the genesis block. It shares no code with the watcher. Every transaction that
 * spends one of the wallet's coins was sent by the wallet, because only the wallet has the keys.
 */
import type { Block, BitcoinNode } from "#bitcoin";

export interface Owner {
  /** Id of the owner; undefined for the treasury. */
  readonly userId: string | undefined;
  readonly isChange: boolean;
}

export interface ScannedDeposit {
  readonly outpoint: string;
  readonly userId: string | undefined;
  readonly amountSats: bigint;
  readonly height: number;
  readonly isDeepEnough: boolean;
}

export interface ScannedPayment {
  readonly height: number;
  /** Total of the inputs minus total of the outputs. */
  readonly minerFeeSats: bigint;
  /** Total of all outputs except change. */
  readonly payoutSats: bigint;
}

export interface Scan {
  readonly height: number;
  readonly hash: string;
  /** Amounts in satoshis, keyed by `txid:vout`. */
  readonly unspent: ReadonlyMap<string, bigint>;
  readonly deposits: readonly ScannedDeposit[];
  readonly payments: ReadonlyMap<string, ScannedPayment>;
  /** Ids of all transactions in the chain. */
  readonly txids: ReadonlySet<string>;
}

/** Creates the scanner. `ownerOf` returns the owner of a script. Blocks are cached by hash. */
export function createScanner(node: BitcoinNode) {
  const blocks = new Map<string, Block>();

  async function blockOf(hash: string): Promise<Block> {
    const block = blocks.get(hash) ?? (await node.getBlock(hash));
    blocks.set(hash, block);
    return block;
  }

  async function activeChain(): Promise<Block[]> {
    const height = await node.getBlockCount();
    let hash = (await node.getBlockHash(height)) ?? "";
    const chain: Block[] = [];
    for (let remaining = height; remaining > 0; remaining -= 1) {
      const block = await blockOf(hash);
      chain.unshift(block);
      hash = block.previousHash;
    }
    return chain;
  }

  return async (ownerOf: (scriptHex: string) => Owner | undefined): Promise<Scan> => {
    const chain = await activeChain();
    const unspent = new Map<string, bigint>();
    const payments = new Map<string, ScannedPayment>();
    const txids = new Set<string>();
    const deposits: ScannedDeposit[] = [];
    for (const [place, { transactions }] of chain.entries()) {
      const height = place + 1;
      const depth = chain.length - place;
      for (const { txid, isCoinbase, inputs, outputs } of transactions) {
        txids.add(txid);
        let spentSats = 0n;
        for (const input of inputs) {
          const outpoint = `${input.txid}:${input.outputIndex}`;
          spentSats += unspent.get(outpoint) ?? 0n;
          unspent.delete(outpoint);
        }
        const isOurs = spentSats > 0n;
        if (isOurs) {
          const sentSats = outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n);
          const payoutSats = outputs
            .filter(({ scriptHex }) => !ownerOf(scriptHex)?.isChange)
            .reduce((sum, { amountSats }) => sum + amountSats, 0n);
          payments.set(txid, { height, minerFeeSats: spentSats - sentSats, payoutSats });
        }
        for (const { index, amountSats, scriptHex } of outputs) {
          const owner = ownerOf(scriptHex);
          if (!owner || amountSats === 0n) continue;
          const outpoint = `${txid}:${index}`;
          unspent.set(outpoint, amountSats);
          if (owner.isChange && isOurs) continue;
          const isDeepEnough = depth >= (isCoinbase ? 100 : 6);
          deposits.push({ outpoint, userId: owner.userId, amountSats, height, isDeepEnough });
        }
      }
    }
    return {
      height: chain.length,
      hash: chain.at(-1)?.hash ?? "",
      unspent,
      deposits,
      payments,
      txids,
    };
  };
}
