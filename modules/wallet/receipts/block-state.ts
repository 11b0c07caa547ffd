/** Returns whether a block is in the chain that the wallet follows. */
import type { Queryable } from "#platform";
import { findBlockByHash, readCursor } from "../chain/chain-table.ts";
import { receiptRefusals as refusals } from "./refusals.ts";
import { findUndoneBlock } from "./undone-blocks-table.ts";

export interface BlockState {
  readonly hash: string;
  readonly height: number;
  readonly confirmations: number;
  /** The last block at which it was in the chain. Null while it is in the chain. */
  readonly trueUntil: { readonly height: number; readonly hash: string } | null;
}

/** Throws the refusal `block_unknown`. */
export async function blockState(queryable: Queryable, hash: string): Promise<BlockState> {
  const block = await findBlockByHash(queryable, hash);
  const cursor = await readCursor(queryable);
  if (block && cursor)
    return {
      hash,
      height: block.height,
      confirmations: cursor.height - block.height + 1,
      trueUntil: null,
    };
  const undone = await findUndoneBlock(queryable, hash);
  if (!undone) throw refusals.block_unknown();
  const { height, untilHeight, untilHash } = undone;
  return { hash, height, confirmations: 0, trueUntil: { height: untilHeight, hash: untilHash } };
}
