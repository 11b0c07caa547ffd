/**
 * Builds and solves a block from a template, as a miner would. On regtest every second hash meets
 * the target.
 */
import { createHash } from "node:crypto";
import { hex } from "@scure/base";
import { RawTx } from "@scure/btc-signer";
import { internalHash, merkleRoot, parseTransaction, type BlockTemplate } from "#bitcoin";

const NO_OUTPUT_INDEX = 0xffff_ffff;
const FINAL = 0xffff_ffff;

/** Returns the raw block in hex. It pays the whole reward to the script. */
export function solveTemplate(template: BlockTemplate, scriptHex: string): string {
  const coinbase = coinbaseOf(template, scriptHex);
  const txids = [parseTransaction(coinbase).txid, ...template.transactions.map((tx) => tx.txid)];
  const header = Buffer.alloc(80);
  header.writeInt32LE(template.version, 0);
  internalHash(template.previousHash).copy(header, 4);
  internalHash(merkleRoot(txids)).copy(header, 36);
  header.writeUInt32LE(template.currentTimeSeconds, 68);
  header.writeUInt32LE(Number.parseInt(template.bitsHex, 16), 72);
  const target = BigInt(`0x${template.targetHex}`);
  for (let nonce = 0; ; nonce += 1) {
    header.writeUInt32LE(nonce, 76);
    if (BigInt(`0x${doubleHash(header)}`) <= target) break;
  }
  // Tests never fill a block, so one byte is enough for the number of transactions.
  const count = Buffer.of(txids.length).toString("hex");
  return [
    header.toString("hex"),
    count,
    coinbase,
    ...template.transactions.map((tx) => tx.rawHex),
  ].join("");
}

function coinbaseOf(template: BlockTemplate, scriptHex: string): string {
  const commitment = template.witnessCommitmentScriptHex;
  const outputs = [{ amount: template.coinbaseValueSats, script: hex.decode(scriptHex) }];
  if (commitment) outputs.push({ amount: 0n, script: hex.decode(commitment) });
  return hex.encode(
    RawTx.encode({
      version: 1,
      segwitFlag: true,
      inputs: [
        {
          txid: new Uint8Array(32),
          index: NO_OUTPUT_INDEX,
          // A coinbase script must have at least two bytes, so add two bytes to the height.
          finalScriptSig: Uint8Array.of(...scriptNumber(template.height), 0, 0),
          sequence: FINAL,
        },
      ],
      outputs,
      witnesses: [[new Uint8Array(32)]],
      lockTime: 0,
    }),
  );
}

/** Returns the shortest script that pushes a positive number, as BIP34 requires. */
function scriptNumber(value: number): readonly number[] {
  if (value <= 16) return [0x50 + value];
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return [bytes.length, ...bytes];
}

function doubleHash(header: Buffer): string {
  const inner = createHash("sha256").update(header).digest();
  const outer = createHash("sha256").update(inner).digest();
  return Buffer.from(outer.toReversed()).toString("hex");
}
