"use strict";
/*
 * Runs the embedded node: bcoin 1.0.2 as a child process on regtest, patched to respond like
 * Bitcoin Core. The node has no keys and receives no secrets. Usage: `node host.cjs <prefix>` with
 * an IPC channel. The process sends the messages ready, failed, block, disconnected, transaction
 * and replaced. It exits with its parent. If root starts it with `<prefix> <uid> <gid>`, it
 * switches to that user before it opens anything. Patch numbers refer to
 * docs/decisions/0009-embedded-bitcoin-node.md.
 */
require("./patch-regtest.cjs");
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const FullNode = require("bcoin/lib/node/fullnode");
const { installSendRawTransaction } = require("./send-raw-transaction.cjs");
const { installSimulateReorg } = require("./simulate-reorg.cjs");
const { keepMempool } = require("./keep-mempool.cjs");

const CLOSE_MS_MAX = 8_000;
const EXIT_FAILED = 3;

// Only the node's user may read its files.
process.umask(0o077);
const [, , folder, uid, gid] = process.argv;
if (uid !== undefined) become(Number(uid), Number(gid));
const prefix = path.resolve(folder);
// 11. A new key at every start, sent by IPC so that it is not in the process list. The parent
//     stores it in a file in the data folder, where the operator's programs can read it.
const apiKey = crypto.randomBytes(32).toString("hex");

// 10. The server never uses this node's address and script texts, because a witness v1 output gets
//     the wrong checksum (bech32, not bech32m). The server reads raw hex and derives addresses
//     itself.
const node = new FullNode({
  network: "regtest",
  memory: false,
  prefix,
  workers: false,
  // 11. Isolated from the network: no listener, no peers, no discovery, and RPC on a random
  //     loopback port.
  listen: false,
  "max-outbound": 1,
  discover: false,
  upnp: false,
  "http-host": "127.0.0.1",
  "http-port": 0,
  "api-key": apiKey,
  "index-tx": true,
  // bcoin's address index breaks during a reorg.
  "index-address": false,
  // 9. keep-mempool.cjs stores the mempool, because bcoin's own storage loses it.
  "persistent-mempool": false,
  "replace-by-fee": true,
  // Bitcoin Core's regtest accepts only standard transactions.
  "require-standard": true,
  "log-file": false,
  "log-console": false,
  "log-level": "none",
  "coin-cache": 16,
  "cache-size": 16,
});
// 11. Allows block templates without peers.
node.network.selfConnect = true;
// 5. Rejects a transaction with unknown inputs with -25 instead of storing it. bcoin's orphan pool
//    would respond to a second submission with "already in mempool", although the transaction is not
//    in the mempool.
node.mempool.options.maxOrphans = 0;
node.mempool.options.relayPriority = false;

function become(user, group) {
  // Write the compile cache while still root, because the new user may be unable to write to the
  // cache's folder.
  require("node:module").flushCompileCache?.();
  process.setgroups([]);
  process.setgid(group);
  process.setuid(user);
}

const tell = (message) => {
  if (process.connected) process.send(message);
};

node.on("connect", (entry) => tell({ event: "block", height: entry.height, hash: entry.rhash() }));
node.on("disconnect", (entry) =>
  tell({ event: "disconnected", height: entry.height, hash: entry.rhash() }),
);
node.on("tx", (tx) => tell({ event: "transaction", txid: tx.txid() }));
node.on("error", (error) => process.stderr.write(`${error.message}\n`));
// 8. The template is cached. Without a refresh, it could build on a disconnected block.
node.on("disconnect", () => node.rpc.refreshBlock());
node.on("reset", () => node.rpc.refreshBlock());

const mempool = keepMempool(node, path.join(prefix, "mempool.hex"));
installSendRawTransaction(node, (txid, by) => tell({ event: "replaced", txid, by }));
installSimulateReorg(node, mempool.settled);

let isOpen = false;
let isClosing = false;

async function start() {
  fs.mkdirSync(prefix, { recursive: true, mode: 0o700 });
  await node.ensure();
  await node.open();
  isOpen = true;
  await mempool.load();
  const { port } = node.http.address();
  tell({ event: "ready", port, apiKey, height: node.chain.height });
}

/**
 * 12. Closes the database cleanly. If that hangs, a timer exits the process to release the lock.
 */
async function stop() {
  if (isClosing) return;
  isClosing = true;
  setTimeout(() => process.exit(EXIT_FAILED), CLOSE_MS_MAX).unref();
  if (isOpen) {
    await mempool.settled();
    mempool.save();
    await node.close();
  }
  process.exit(0);
}

/**
 * 12. Reports a start error. The LevelDB lock ensures that only one process uses a prefix, and a
 *     lock held by another process is reported as a separate kind of error.
 */
function fail(error) {
  const isLocked = /[\\/]LOCK: /.test(error.message);
  const message = { event: "failed", reason: isLocked ? "locked" : "error", text: error.message };
  if (!process.connected) process.exit(EXIT_FAILED);
  process.send(message, () => process.exit(EXIT_FAILED));
}

// 12. Exits with its parent. Otherwise, the child would keep the lock and the port.
process.on("disconnect", () => void stop());
if (!process.connected) process.exit(0);
// Ctrl-C sends its signal to every process at once. This process ignores SIGINT and SIGTERM,
// because its parent decides when it exits.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

start().catch(fail);
