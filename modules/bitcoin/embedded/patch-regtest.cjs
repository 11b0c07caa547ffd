"use strict";
/*
 * Patches that must be applied before `require('bcoin')`. bcoin 1.0.2 is from 2018, and its regtest
 * differs from Bitcoin Core's. With these patches, the two regtests have the same addresses, keys
 * and rules. Loading this file applies the patches.
 */
const path = require("node:path");

// 1. murmur3.js and siphash.js load a native addon without a fallback. The JavaScript version in
//    the
//    same packages replaces it.
for (const [name, file, replacement] of [
  ["mrmr", "murmur3.js", "murmur3-browser.js"],
  ["bsip", "siphash.js", "siphash-browser.js"],
]) {
  const folder = path.join(path.dirname(require.resolve(`${name}/package.json`)), "lib");
  const filename = path.join(folder, file);
  const exports = require(path.join(folder, replacement));
  require.cache[filename] = {
    id: filename,
    filename,
    loaded: true,
    children: [],
    paths: [],
    exports,
  };
}

// 2. Not in this file: bcoin needs leveldown 1, which requires a compiler. package.json overrides
//    it with version 6, which has prebuilt files.

// 3. bcoin uses the prefixes `rb` and `rpub`. Magic and genesis block already match Bitcoin Core's.
const { regtest } = require("bcoin/lib/protocol/networks");
Object.assign(regtest.addressPrefix, { bech32: "bcrt", pubkeyhash: 0x6f, scripthash: 0xc4 });
Object.assign(regtest.keyPrefix, {
  privkey: 0xef,
  xpubkey: 0x043587cf,
  xprivkey: 0x04358394,
  xpubkey58: "tpub",
  xprivkey58: "tprv",
});
regtest.port = 18444;
regtest.rpcPort = 18443;

// 4. Bitcoin Core's regtest has segwit and CSV from the first block. bcoin activates them over
//    about 432 blocks, during which every spend of a segwit coin fails with `no-witness-yet`. The
//    older soft forks are active from block 1 as well.
Object.assign(regtest.block, { bip34height: 1, bip65height: 1, bip66height: 1 });
const Chain = require("bcoin/lib/blockchain/chain");
const { thresholdStates } = require("bcoin/lib/blockchain/common");
const stockGetState = Chain.prototype.getState;
Chain.prototype.getState = async function getState(previous, deployment) {
  if (deployment.name === "segwit" || deployment.name === "csv") return thresholdStates.ACTIVE;
  return stockGetState.call(this, previous, deployment);
};

// 13. Allows payments to taproot outputs, which a node from 2018 would refuse to relay. The mempool
//     still rejects a transaction that spends such an output, because this node cannot verify it.
const Script = require("bcoin/lib/script/script");
const TAPROOT_PROGRAM = Buffer.from("5120", "hex");
const stockIsStandard = Script.prototype.isStandard;
Script.prototype.isStandard = function isStandard() {
  const isTaproot = this.raw.length === 34 && this.raw.subarray(0, 2).equals(TAPROOT_PROGRAM);
  return isTaproot || stockIsStandard.call(this);
};
