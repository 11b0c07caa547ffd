"use strict";
/*
 * Patches 6 and 7. `invalidateblock` and `reconsiderblock` are broken in this version: they send no
 * events, do not rewind the mempool, and make templates throw. `simulatereorg` performs a real
 * reorg instead, by mining a longer side branch.
 */
const Address = require("bcoin/lib/primitives/address");
const { RPCError } = require("bweb/lib/rpc");

const INVALID_PARAMETER = -8;

/**
 * simulatereorg(depth, extra, address): disconnects `depth` blocks, connects `depth + extra` empty
 * blocks and returns their hashes. `settled()` resolves when the old branch's transactions are back
 * in the mempool.
 */
function installSimulateReorg(node, settled) {
  const { chain, miner, rpc } = node;
  delete rpc.calls.invalidateblock;
  delete rpc.calls.reconsiderblock;

  rpc.calls.simulatereorg = async ([depth, extra, address]) => {
    if (!Number.isInteger(depth) || depth < 1 || depth > chain.height)
      throw new RPCError(INVALID_PARAMETER, "depth is out of range");
    if (!Number.isInteger(extra) || extra < 1)
      throw new RPCError(
        INVALID_PARAMETER,
        "extra must be at least 1, else the branch does not win",
      );
    const payee = Address.fromString(address, node.network);

    let tip = await chain.getEntry(chain.height - depth);
    const hashes = [];
    for (let count = 0; count < depth + extra; count += 1) {
      tip = await chain.add(await mineEmptyBlock(tip, payee));
      if (!tip) throw new Error("the side branch was not accepted");
      hashes.push(tip.rhash());
    }
    await settled();
    return hashes;
  };

  // Mines an empty block. bcoin's own miner would add mempool transactions that are invalid on the
  // side branch.
  async function mineEmptyBlock(tip, payee) {
    const { mempool } = miner;
    miner.mempool = null;
    try {
      return await miner.cpu.mineBlock(tip, payee);
    } finally {
      miner.mempool = mempool;
    }
  }
}

module.exports = { installSimulateReorg };
