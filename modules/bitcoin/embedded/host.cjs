"use strict";
/*
 * The embedded node: bcoin 1.0.2 as a child process on regtest, made to answer like Bitcoin Core.
 * It holds no keys and learns no secret. Usage: `node host.cjs <prefix>` with an IPC channel;
 * messages out: ready, failed, block, disconnected, transaction, replaced. It ends with its parent.
 * Started as root with `<prefix> <uid> <gid>` it becomes that user before it opens anything.
 * Patch numbers are those of docs/decisions/0009-embedded-bitcoin-node.md.
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

// What is written here is nobody else's to read.
process.umask(0o077);
const [, , folder, uid, gid] = process.argv;
if (uid !== undefined) become(Number(uid), Number(gid));
const prefix = path.resolve(folder);
// 11. A new key at every start, handed over by IPC: not in the process list. The parent keeps it in
// a file of the data folder, for programs of the operator.
const apiKey = crypto.randomBytes(32).toString("hex");

// 10. Address and script texts rendered by this node are never used: a witness v1 output gets the
// wrong checksum (bech32, not bech32m). The product reads raw hex and derives addresses itself.
const node = new FullNode({
  network: "regtest",
  memory: false,
  prefix,
  workers: false,
  // 11. Loopback is the border: no listener, no peers, no discovery, and a port the system picks.
  listen: false,
  "max-outbound": 1,
  discover: false,
  upnp: false,
  "http-host": "127.0.0.1",
  "http-port": 0,
  "api-key": apiKey,
  "index-tx": true,
  // The address index breaks on reorganisations.
  "index-address": false,
  // 9. keep-mempool.cjs stores the mempool; the stock store loses it.
  "persistent-mempool": false,
  "replace-by-fee": true,
  // Bitcoin Core's regtest accepts standard transactions only.
  "require-standard": true,
  "log-file": false,
  "log-console": false,
  "log-level": "none",
  "coin-cache": 16,
  "cache-size": 16,
});
// 11. A block template without peers.
node.network.selfConnect = true;
// 5. An unconnected transaction is refused with -25, not stored: the stock orphan pool would answer
// the second submission with "already in mempool" although it is not.
node.mempool.options.maxOrphans = 0;
node.mempool.options.relayPriority = false;

function become(user, group) {
  // What was compiled by now is kept as root; afterwards its folder may be out of reach.
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
// 8. The template is cached; without this it could be built on a block that is gone.
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

/** 12. The database is closed in order; whatever hangs may not keep the lock for ever. */
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
 * 12. One process per prefix: the LevelDB lock decides, and a taken one is a start error with its
 * own name.
 */
function fail(error) {
  const isLocked = /[\\/]LOCK: /.test(error.message);
  const message = { event: "failed", reason: isLocked ? "locked" : "error", text: error.message };
  if (!process.connected) process.exit(EXIT_FAILED);
  process.send(message, () => process.exit(EXIT_FAILED));
}

// 12. Without its parent the child would keep lock and port.
process.on("disconnect", () => void stop());
if (!process.connected) process.exit(0);
// Ctrl-C, and what a service manager sends, reach every process at once; the parent decides when
// this one ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

start().catch(fail);
