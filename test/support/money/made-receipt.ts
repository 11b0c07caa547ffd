/**
 * Makes a true receipt of a withdrawal on regtest, with its own blocks, log and signature.
 */
import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
/** Script of the address: BIP173's example of a witness program of version 0. */
export const SCRIPT = "0014751e76e8199196d454941c45d1b3a323f1433bd6";
const ID = `wdr_${"5".repeat(32)}`;
const BITS = 0x207fffff;
const ORIGIN = "floor.test/log/1";
/** Ed25519 key with 32 bytes of 7 (RFC 8410). */
const SECRET = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${"07".repeat(32)}`, "hex"),
  format: "der",
  type: "pkcs8",
});
const KEY_MATERIAL = Buffer.concat([
  Buffer.of(1),
  createPublicKey(SECRET).export({ format: "der", type: "spki" }).subarray(-32),
]);
const keyIdOf = (material: Buffer) =>
  createHash("sha256").update(`${ORIGIN}\n`).update(material).digest().subarray(0, 4);
const vkeyOf = (material: Buffer) =>
  `${ORIGIN}+${keyIdOf(material).toString("hex")}+${material.toString("base64")}`;
const KEY_ID = keyIdOf(KEY_MATERIAL);
export const VKEY = vkeyOf(KEY_MATERIAL);
/** Key of another log. */
export const OTHER_VKEY = vkeyOf(Buffer.concat([Buffer.of(1), Buffer.alloc(32, 5)]));

const double = (bytes: Buffer) =>
  createHash("sha256").update(createHash("sha256").update(bytes).digest()).digest();
const shown = (bytes: Buffer) => Buffer.from(bytes.toReversed()).toString("hex");

/** A signed receipt whose transfers are in the log. */
export function madeReceipt(headers = 6) {
  return signed(unsignedReceipt(headers));
}

function unsignedReceipt(headers: number) {
  const raw = rawPayment(1_990_000n);
  const siblings = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
  const position = 1;
  const root = siblings.reduce(
    (node, sibling, depth) =>
      double(Buffer.concat((position >> depth) % 2 === 0 ? [node, sibling] : [sibling, node])),
    double(raw),
  );
  const blocks = mined(root, headers);
  const approved = `withdrawal\n${ID}\nregtest\n${ADDRESS}\n2000000\n10000`;
  return {
    format: "hashfloor-receipt",
    version: 1,
    kind: "withdrawal",
    id: ID,
    issuedAt: "2026-05-05T12:00:00.000Z",
    installation: {
      site: "https://floor.test",
      network: "regtest",
      genesisHash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
      log: VKEY,
    },
    transfers: logged([
      transfer(1, 1_990_000, ["own:available", 7], ["own:held", 1]),
      transfer(2, 10_000, ["own:available", 8], ["own:held", 2]),
      transfer(3, 1_990_000, ["own:held", 3], ["chain", null]),
      transfer(4, 10_000, ["own:held", 4], ["house:fees:BTC", null]),
    ]),
    withdrawal: {
      amountSats: 2_000_000,
      feeSats: 10_000,
      bumpSats: 0,
      address: ADDRESS,
      approvals: {
        hash: createHash("sha256").update(approved).digest("hex"),
        required: 1,
        given: 1,
      },
      chain: {
        txid: shown(double(raw)),
        rawHex: raw.toString("hex"),
        outputIndex: 0,
        blockHeight: 120,
        blockHash: shown(double(blocks[0] ?? Buffer.alloc(0))),
        position,
        branch: siblings.map(shown),
        headers: blocks.map((block) => block.toString("hex")),
        confirmationsRequired: 6,
      },
    },
  };
}

export type MadeReceipt = ReturnType<typeof madeReceipt>;

/** Returns the file with a new signature over its other fields. */
export function signed<File extends object>(file: File): File & { readonly signature: string } {
  const { signature: _old, ...content } = file as File & { readonly signature?: string };
  const signature = sign(null, Buffer.from(canonical(content)), SECRET).toString("base64");
  return { ...file, signature };
}

/** JSON with sorted keys and no whitespace. */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, item]) => `"${name}":${canonical(item)}`).join(",")}}`;
}

const sha256 = (...parts: readonly Buffer[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafHash = (text: string) => sha256(Buffer.of(0), Buffer.from(text));
const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);
const hexOf = (bytes: Buffer) => bytes.toString("hex");

type Transfer = ReturnType<typeof transfer>;

/** Adds the proof of inclusion in a log of two leaves, of which the second is the digest. */
function logged(transfers: readonly Transfer[]) {
  const leaves = transfers.map(leafOf);
  const [a, b, c, d] = leaves.map(leafHash) as [Buffer, Buffer, Buffer, Buffer];
  const pairs = [nodeHash(a, b), nodeHash(c, d)] as const;
  const root = nodeHash(...pairs);
  const digest = canonical({ kind: "ledger", root: hexOf(root), transfers: 4 });
  const before = leafHash("{}");
  const text = `${ORIGIN}\n2\n${nodeHash(before, leafHash(digest)).toString("base64")}\n`;
  const line = Buffer.concat([KEY_ID, sign(null, Buffer.from(text), SECRET)]).toString("base64");
  return transfers.map((one, index) => ({
    ...one,
    log: {
      leaf: leaves[index] ?? "",
      index,
      path: [[b, a, d, c][index], pairs[index < 2 ? 1 : 0]].map((node) => hexOf(node ?? root)),
      digestIndex: 1,
      digest,
      digestPath: [hexOf(before)],
      checkpoint: `${text}\n— ${ORIGIN} ${line}\n`,
    },
  }));
}

/** The user's accounts have the numbers 70 and 71, and the others have version 900. */
function leafOf({ id, at, code, asset, amount, debit, credit }: Transfer): string {
  const nameOf = ({ account }: Transfer["debit"]) =>
    account === "own:available" ? "user:70" : account === "own:held" ? "user:71" : account;
  return canonical({
    id,
    at,
    code,
    asset,
    kind: "plain",
    amount: String(amount),
    debit: nameOf(debit),
    debitVersion: String(debit.version ?? 900),
    credit: nameOf(credit),
    creditVersion: String(credit.version ?? 900),
  });
}

type Side = readonly [account: string, version: number | null];

function transfer(number: number, amount: number, debit: Side, credit: Side) {
  const side = ([account, version]: Side) => ({ account, version });
  return {
    id: `00000000-0000-7000-8000-00000000000${number}`,
    at: "2026-05-05T11:00:00.000Z",
    code: number < 3 ? "withdrawal_hold" : "withdrawal",
    asset: "BTC",
    amount,
    debit: side(debit),
    credit: side(credit),
  };
}

/** A transaction without witness that pays the address. */
function rawPayment(sats: bigint): Buffer {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(sats);
  return Buffer.concat([
    Buffer.from("0200000001", "hex"),
    Buffer.alloc(32, 9),
    Buffer.from("0000000000fdffffff01", "hex"),
    amount,
    Buffer.from("16" + SCRIPT + "00000000", "hex"),
  ]);
}

/** Mines blocks, each after the one before. The first contains `root`. */
function mined(root: Buffer, count: number): Buffer[] {
  const blocks: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const last = blocks.at(-1);
    const header = Buffer.alloc(80);
    header.writeInt32LE(4, 0);
    (last ? double(last) : Buffer.alloc(32, 8)).copy(header, 4);
    (index === 0 ? root : Buffer.alloc(32, index)).copy(header, 36);
    header.writeUInt32LE(1_780_000_000 + index, 68);
    header.writeUInt32LE(BITS, 72);
    let nonce = 0;
    do header.writeUInt32LE((nonce += 1), 76);
    while ((double(header)[31] ?? 255) >= 0x80);
    blocks.push(header);
  }
  return blocks;
}
