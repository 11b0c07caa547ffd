/**
 * Looks up published outputs on the outsider's own node. An output that was spent since the proof
 * is found in the blocks after the proof, whose inputs name the outputs that they spend.
 */
import {
  outpointOf,
  type NodeOutput,
  type NodeOutputs,
  type Output,
} from "./published-reserves.ts";
import { callNode, callNodeBatch, NodeRefusal } from "./read-node.ts";

const BATCH = 200;
/** About two weeks of blocks, or a day on a regtest installation with a block every 30 seconds. */
const BLOCKS_MAX = 3_000;
const SATS_PER_BTC = 100_000_000;

interface Unspent {
  readonly value: number;
  readonly confirmations: number;
  readonly bestblock: string;
  readonly scriptPubKey: { readonly hex: string };
}

interface BlockWithInputs {
  readonly tx: readonly {
    readonly vin: readonly {
      readonly txid?: string;
      readonly vout?: number;
      /** Present since Bitcoin Core 23. */
      readonly prevout?: {
        readonly value: number;
        readonly height: number;
        readonly scriptPubKey: { readonly hex: string };
      };
    }[];
  }[];
}

export async function readOutputs(
  address: string,
  height: number,
  listed: readonly Output[],
): Promise<NodeOutputs> {
  const outputs = new Map<string, NodeOutput>();
  const hashAtHeight = await callNode<string>(address, "getblockhash", [height]);
  if (hashAtHeight === null) return { hashAtHeight, outputs, areSpentKnown: false };
  const heights = new Map<string, number>();
  for (let from = 0; from < listed.length; from += BATCH) {
    const some = listed.slice(from, from + BATCH);
    const unspent = await callNodeBatch<Unspent>(
      address,
      "gettxout",
      some.map(({ txid, vout }) => [txid, vout, false]),
    );
    for (const [place, output] of some.entries()) {
      const found = unspent[place];
      if (!found) continue;
      const { value, confirmations, bestblock, scriptPubKey } = found;
      const tip = heights.get(bestblock) ?? (await heightOf(address, bestblock));
      heights.set(bestblock, tip);
      const createdAt = tip - confirmations + 1;
      const scriptHex = scriptPubKey.hex;
      outputs.set(outpointOf(output), { sats: satsOf(value), scriptHex, height: createdAt });
    }
  }
  if (outputs.size === listed.length) return { hashAtHeight, outputs, areSpentKnown: true };
  // Blocks are read afterwards, so that an output spent in between is found in one of them.
  const wanted = new Set(listed.map(outpointOf));
  const areSpentKnown = await readSpent(address, height, wanted, outputs).catch(
    (error: unknown) => {
      if (error instanceof NodeRefusal) return false;
      throw error;
    },
  );
  return { hashAtHeight, outputs, areSpentKnown };
}

async function heightOf(address: string, hash: string): Promise<number> {
  const header = await callNode<{ readonly height: number }>(address, "getblockheader", [hash]);
  return header?.height ?? Number.MAX_SAFE_INTEGER;
}

/** Reads the blocks after the proof. Returns false if there are too many of them. */
async function readSpent(
  address: string,
  height: number,
  wanted: ReadonlySet<string>,
  outputs: Map<string, NodeOutput>,
): Promise<boolean> {
  const tip = (await callNode<number>(address, "getblockcount", [])) ?? height;
  if (tip - height > BLOCKS_MAX) return false;
  for (let next = height + 1; next <= tip; next += 1) {
    const hash = await callNode<string>(address, "getblockhash", [next]);
    const block =
      hash === null ? null : await callNode<BlockWithInputs>(address, "getblock", [hash, 3]);
    if (!block) return false;
    for (const { vin } of block.tx)
      for (const { txid = "", vout = 0, prevout } of vin) {
        const outpoint = outpointOf({ txid, vout });
        if (!wanted.has(outpoint)) continue;
        if (!prevout) return false;
        const { value, height: createdAt, scriptPubKey } = prevout;
        const scriptHex = scriptPubKey.hex;
        outputs.set(outpoint, { sats: satsOf(value), scriptHex, height: createdAt });
      }
  }
  return true;
}

const satsOf = (btc: number): bigint => BigInt(Math.round(btc * SATS_PER_BTC));
