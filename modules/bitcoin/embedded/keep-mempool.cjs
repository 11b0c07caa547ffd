"use strict";
/*
 * Patch 9: a mempool that survives restarts and reorgs. bcoin loses its mempool at a restart, and
 * an empty mempool does not take back transactions of disconnected blocks. bcoin also evicts every
 * spend of a coinbase, however old, with its children. This patch stores the raw transactions in a
 * file and re-adds the transactions that are still valid.
 */
const fs = require("node:fs");
const TX = require("bcoin/lib/primitives/tx");

const SAVE_DELAY_MS = 200;

/**
 * Returns { load, save, settled }: load fills the mempool from the file, save writes the file
 * immediately, and settled waits until the mempool is filled again after a reorg.
 */
function keepMempool(node, file) {
  const { mempool } = node;
  let timer;
  let displaced = [];
  let refill = Promise.resolve();

  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_DELAY_MS);
  };
  mempool.on("add entry", saveSoon);
  mempool.on("remove entry", saveSoon);

  // Blocks are disconnected from the tip downwards, so put transactions of older blocks first.
  node.chain.on("disconnect", (entry, block) => {
    if (displaced.length === 0) displaced = mempool.getHistory();
    displaced = [...block.txs.slice(1), ...displaced];
  });
  // The chain holds its lock until the new tip is connected, and addTX waits for this lock.
  node.chain.on("reorganize", () => {
    const transactions = displaced;
    displaced = [];
    refill = refill
      .then(() => addAll(transactions))
      .then(() => node.rpc.refreshBlock())
      .catch((error) => node.error(error));
  });

  /**
   * Adds all transactions that are still valid. A child may be listed before its parent, so this
   * repeats while it makes progress.
   */
  async function addAll(transactions) {
    let left = transactions.filter((tx) => !mempool.hasEntry(tx.hash("hex")));
    for (let before = Infinity; left.length > 0 && left.length < before;) {
      before = left.length;
      const rejected = [];
      for (const tx of left) if (!(await add(tx))) rejected.push(tx);
      left = rejected;
    }
  }

  async function add(tx) {
    try {
      return (await mempool.addTX(tx)) === null;
    } catch (error) {
      if (error.type !== "VerifyError") throw error;
      return error.code === "alreadyknown";
    }
  }

  function save() {
    clearTimeout(timer);
    timer = undefined;
    const lines = mempool.getHistory().map((tx) => `${tx.toRaw().toString("hex")}\n`);
    fs.writeFileSync(`${file}.new`, lines.join(""));
    fs.renameSync(`${file}.new`, file);
  }

  async function load() {
    if (!fs.existsSync(file)) return;
    const lines = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
    await addAll(lines.map((line) => TX.fromRaw(Buffer.from(line, "hex"))));
  }

  return { load, save, settled: () => refill };
}

module.exports = { keepMempool };
