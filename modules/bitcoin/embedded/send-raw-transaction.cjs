"use strict";
/*
 * Patch 5: `sendrawtransaction` with the responses of Bitcoin Core 28 and with replacement by fee
 * (BIP125 without the signalling rule, the default of Core 28). bcoin's own call returns a txid
 * even if it rejects the transaction.
 */
const TX = require("bcoin/lib/primitives/tx");
const { RPCError } = require("bweb/lib/rpc");

const DECODE_FAILED = -22;
const MISSING_INPUTS = -25;
const REJECTED = -26;
const ALREADY_IN_CHAIN = -27;

const EVICTED_MAX = 100;
// Maximum number of traversal steps, because the number of paths could far exceed the number of
// connected transactions.
const WALK_MAX = 10_000;
const MIN_RELAY_SATS_PER_VBYTE = 1;

/**
 * Returns a mempool entry's key. In this version `entry.hash` is undefined, so the key is the
 * transaction's hash.
 */
const keyOf = (entry) => entry.tx.hash("hex");

/**
 * Replaces the call on `node.rpc`. Calls `onReplaced(oldTxid, newTxid)` for every evicted
 * transaction.
 */
function installSendRawTransaction(node, onReplaced) {
  const acceptor = new Acceptor(node, onReplaced);
  node.rpc.calls.sendrawtransaction = ([hex]) => acceptor.send(decode(hex));
}

class Acceptor {
  constructor({ mempool, chain, rpc }, onReplaced) {
    Object.assign(this, { mempool, chain, rpc, onReplaced });
  }

  async send(tx) {
    // Lock the chain and the mempool, so that no block can arrive between eviction and insertion.
    const unlock = await this.mempool.locker.lock();
    try {
      // (a) Respond to a repeated submission as Bitcoin Core does, so that resending is always
      // safe.
      if (this.mempool.hasEntry(tx.hash("hex"))) return tx.txid();
      if (await this.chain.hasCoins(tx))
        throw new RPCError(ALREADY_IN_CHAIN, "Transaction outputs already in utxo set");
      await this.accept(tx);
      // (e) Neither `relay` nor `broadcast` is suitable: `relay` swallows errors, and `broadcast`
      // needs peers, of which this node has none.
      return tx.txid();
    } finally {
      unlock();
    }
  }

  async accept(tx) {
    const view = await this.mempool.getCoinView(tx);
    if (tx.inputs.some(({ prevout }) => !view.hasEntry(prevout)))
      throw new RPCError(MISSING_INPUTS, "bad-txns-inputs-missingorspent");
    const fee = tx.getFee(view);
    if (fee < tx.getVirtualSize() * MIN_RELAY_SATS_PER_VBYTE)
      throw new RPCError(REJECTED, "min relay fee not met");

    const conflicts = this.conflictsOf(tx);
    if (conflicts.length === 0) return this.insert(tx);
    const evicted = this.withDescendants(conflicts);
    this.checkReplacement(tx, fee, conflicts, evicted);
    await this.replace(tx, conflicts, evicted);
  }

  // (b) Returns the mempool entries that spend an input of this transaction.
  conflictsOf(tx) {
    const found = tx.inputs.map(({ prevout }) =>
      this.mempool.getSpent(prevout.hash, prevout.index),
    );
    return [...new Set(found.filter(Boolean))];
  }

  /** Returns the entries and all their descendants, parents first. */
  withDescendants(entries) {
    const found = new Map();
    const queue = [...entries];
    for (const entry of queue) {
      if (queue.length > WALK_MAX) throw new RPCError(REJECTED, "too many potential replacements");
      const key = keyOf(entry);
      found.delete(key);
      found.set(key, entry);
      for (let index = 0; index < entry.tx.outputs.length; index += 1) {
        const spender = this.mempool.getSpent(key, index);
        if (spender) queue.push(spender);
      }
    }
    return [...found.values()];
  }

  // (c) Throws if BIP125's rules 2 to 5 or Bitcoin Core's fee rate rule forbid the replacement.
  checkReplacement(tx, fee, conflicts, evicted) {
    if (evicted.length > EVICTED_MAX)
      throw new RPCError(REJECTED, "too many potential replacements");
    if (tx.inputs.some(({ prevout }) => evicted.some((entry) => keyOf(entry) === prevout.hash)))
      throw new RPCError(REJECTED, "bad-txns-spends-conflicting-tx");

    const known = new Set(conflicts.flatMap((entry) => entry.tx.inputs.map((i) => i.prevout.hash)));
    if (
      tx.inputs.some(
        ({ prevout }) => this.mempool.hasEntry(prevout.hash) && !known.has(prevout.hash),
      )
    )
      throw new RPCError(REJECTED, "replacement-adds-unconfirmed");

    const size = tx.getVirtualSize();
    if (conflicts.some((entry) => fee * entry.size <= entry.fee * size))
      throw new RPCError(REJECTED, "insufficient fee, new feerate is not higher than the old one");
    const replacedFee = evicted.reduce((sum, entry) => sum + entry.fee, 0);
    if (fee < replacedFee + size * MIN_RELAY_SATS_PER_VBYTE)
      throw new RPCError(REJECTED, `insufficient fee, rejecting replacement ${tx.txid()}`);
  }

  // (d) Evicts the old transactions and adds the new transaction. If the new transaction is
  // invalid, the old ones are restored.
  async replace(tx, conflicts, evicted) {
    for (const entry of conflicts)
      if (this.mempool.hasEntry(keyOf(entry))) this.mempool.evictEntry(entry);
    try {
      await this.insert(tx);
    } catch (error) {
      for (const entry of evicted) await this.insert(entry.tx).catch(() => undefined);
      throw error;
    } finally {
      this.rpc.refreshBlock();
    }
    for (const entry of evicted) this.onReplaced(entry.tx.txid(), tx.txid());
  }

  async insert(tx) {
    let missing;
    try {
      missing = await this.mempool._addTX(tx);
    } catch (error) {
      if (error.type !== "VerifyError") throw error;
      throw new RPCError(REJECTED, error.reason);
    }
    if (missing) throw new RPCError(MISSING_INPUTS, "bad-txns-inputs-missingorspent");
  }
}

function decode(hex) {
  try {
    if (!/^([0-9a-f]{2})+$/i.test(hex)) throw new Error("not hex");
    return TX.fromRaw(Buffer.from(hex, "hex"));
  } catch {
    throw new RPCError(DECODE_FAILED, "TX decode failed");
  }
}

module.exports = { installSendRawTransaction };
