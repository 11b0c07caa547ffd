/**
 * Checks the receipt of a withdrawal independently of `core/receipts`, with Node's own hashes and
 * its own parser. It shares no code with the product, so that both must accept the same receipts.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { hasLeaf } from "./log-oracle.ts";

interface Side {
  readonly account: string;
  readonly version: number | null;
}

interface OracleTransfer {
  readonly id: string;
  readonly at: string;
  readonly code: string;
  readonly asset: string;
  readonly amount: number;
  readonly debit: Side;
  readonly credit: Side;
  readonly log: {
    readonly leaf: string;
    readonly index: number;
    readonly path: readonly string[];
    readonly digestIndex: number;
    readonly digest: string;
    readonly digestPath: readonly string[];
    readonly checkpoint: string;
  };
}

/** The fields that the oracle reads. Any of them may be missing or of another type. */
export interface OracleReceipt {
  readonly id: string;
  readonly installation: {
    readonly network: string;
    readonly genesisHash: string;
    readonly log: string;
  };
  readonly transfers: readonly OracleTransfer[];
  readonly signature: string;
  readonly withdrawal: {
    readonly amountSats: number;
    readonly feeSats: number;
    readonly bumpSats: number;
    readonly address: string;
    readonly approvals: {
      readonly hash: string;
      readonly required: number;
      readonly given: number;
    };
    readonly chain: {
      readonly txid: string;
      readonly rawHex: string;
      readonly outputIndex: number;
      readonly blockHash: string;
      readonly position: number;
      readonly branch: readonly string[];
      readonly headers: readonly string[];
    };
  };
}

const REGTEST = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";
const CONFIRMATIONS = 6;

const double = (bytes: Buffer) =>
  createHash("sha256").update(createHash("sha256").update(bytes).digest()).digest();
const reversed = (bytes: Buffer) => Buffer.from(bytes.toReversed());
const shownHash = (bytes: Buffer) => reversed(double(bytes)).toString("hex");

interface Known {
  /** Script of the address that was paid. */
  readonly scriptHex: string;
  /** Key of the installation's log. */
  readonly vkey: string;
  /** JSON with sorted keys of everything that the receipt's signature covers. */
  readonly signed: string;
}

/** Returns whether the receipt of a regtest withdrawal is true. */
export function isReceiptTrue(receipt: OracleReceipt, { scriptHex, vkey, signed }: Known): boolean {
  try {
    const signature = Buffer.from(receipt.signature, "base64");
    return (
      receipt.installation.log === vkey &&
      signature.toString("base64") === receipt.signature &&
      isSigned(vkey, signed, signature) &&
      isLedgerTrue(receipt) &&
      receipt.transfers.every((transfer) => isLogged(transfer, vkey)) &&
      isApproved(receipt) &&
      isChainTrue(receipt, scriptHex)
    );
  } catch {
    return false;
  }
}

/** Verifies with the DER form of the key's last 32 bytes (RFC 8410). */
function isSigned(vkey: string, text: string, signature: Buffer): boolean {
  const material = Buffer.from(vkey.slice(vkey.indexOf("+", vkey.indexOf("+") + 1) + 1), "base64");
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), material.subarray(1)]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, Buffer.from(text), key, signature);
}

const ledgerHash = (text: string) => createHash("sha256").update("\u0000").update(text).digest();
const fromHex = (text: string) => Buffer.from(text, "hex");

function isLogged({ log, ...transfer }: OracleTransfer, vkey: string): boolean {
  const leaf = JSON.parse(log.leaf) as Record<string, unknown>;
  const { id, at, code, asset, amount, debit, credit } = transfer;
  const numbers: Readonly<Record<string, string>> = {
    "own:available": "user:70",
    "own:held": "user:71",
  };
  const versionOf = (side: Side, logged: unknown) => side.version ?? Number(logged);
  const fields = {
    amount: String(amount),
    asset,
    at,
    code,
    credit: numbers[credit.account] ?? credit.account,
    creditVersion: String(versionOf(credit, leaf["creditVersion"])),
    debit: numbers[debit.account] ?? debit.account,
    debitVersion: String(versionOf(debit, leaf["debitVersion"])),
    id,
    kind: leaf["kind"],
  };
  if (JSON.stringify(fields) !== log.leaf) return false;
  const digest = JSON.parse(log.digest) as { kind: string; root: string; transfers: number };
  const [text = "", lines = ""] = log.checkpoint.split("\n\n");
  const [origin, size, root = ""] = text.split("\n");
  const [name = "", keyId] = vkey.split("+");
  const encoded = lines.slice(`— ${name} `.length, -1);
  const signature = Buffer.from(encoded, "base64");
  if (origin !== name || lines !== `— ${name} ${signature.toString("base64")}\n`) return false;
  if (signature.subarray(0, 4).toString("hex") !== keyId) return false;
  return (
    digest.kind === "ledger" &&
    hasLeaf(
      { index: log.index, leafHash: ledgerHash(log.leaf), path: log.path.map(fromHex) },
      { size: digest.transfers, root: fromHex(digest.root) },
    ) &&
    hasLeaf(
      {
        index: log.digestIndex,
        leafHash: ledgerHash(log.digest),
        path: log.digestPath.map(fromHex),
      },
      { size: Number(size), root: Buffer.from(root, "base64") },
    ) &&
    isSigned(vkey, `${text}\n`, signature.subarray(4))
  );
}

function isLedgerTrue({ transfers, withdrawal }: OracleReceipt): boolean {
  let [net, held] = [0n, 0n];
  const last = new Map<string, number>();
  if (new Set(transfers.map(({ id }) => id)).size !== transfers.length) return false;
  for (const { asset, amount, debit, credit } of transfers) {
    if (asset !== "BTC" || !Number.isSafeInteger(amount) || amount < 0) return false;
    for (const [side, sign] of [
      [debit, -1n],
      [credit, 1n],
    ] as const) {
      if (side.account !== "own:available" && side.account !== "own:held") {
        if (side.version !== null) return false;
        continue;
      }
      if (side.version === null || side.version <= (last.get(side.account) ?? 0)) return false;
      last.set(side.account, side.version);
      net += sign * BigInt(amount);
      if (side.account === "own:held") held += sign * BigInt(amount);
    }
  }
  return net === -BigInt(withdrawal.amountSats + withdrawal.bumpSats) && held === 0n;
}

function isApproved({ id, installation: { network }, withdrawal }: OracleReceipt): boolean {
  const { address, amountSats, feeSats, approvals } = withdrawal;
  const text = `withdrawal\n${id}\n${network}\n${address}\n${amountSats}\n${feeSats}`;
  const hash = createHash("sha256").update(text).digest("hex");
  return hash === approvals.hash && approvals.given >= approvals.required;
}

function isChainTrue({ installation, withdrawal }: OracleReceipt, scriptHex: string): boolean {
  const { chain, amountSats, feeSats } = withdrawal;
  if (installation.network !== "regtest" || installation.genesisHash !== REGTEST) return false;
  const { txid, outputs } = parse(Buffer.from(chain.rawHex, "hex"));
  const output = outputs[chain.outputIndex];
  if (txid !== chain.txid || output?.script !== scriptHex) return false;
  if (output.sats !== BigInt(amountSats - feeSats)) return false;
  const headers = chain.headers.map((header) => Buffer.from(header, "hex"));
  const [first] = headers;
  if (!first || headers.length < CONFIRMATIONS) return false;
  if (headers.some(({ length }) => length !== 80)) return false;
  if (shownHash(first) !== chain.blockHash) return false;
  if (chain.position >> chain.branch.length !== 0 || chain.position < 0) return false;
  let node = reversed(Buffer.from(txid, "hex"));
  for (const [depth, sibling] of chain.branch.entries()) {
    const other = reversed(Buffer.from(sibling, "hex"));
    if (other.length !== 32) return false;
    const pair = (chain.position >> depth) % 2 === 0 ? [node, other] : [other, node];
    node = double(Buffer.concat(pair));
  }
  if (!node.equals(first.subarray(36, 68))) return false;
  return headers.every((header, index) => {
    const before = headers[index - 1];
    if (before && !header.subarray(4, 36).equals(double(before))) return false;
    // On regtest, every block has the same target.
    if (header.readUInt32LE(72) !== 0x207fffff) return false;
    return (reversed(double(header))[0] ?? 255) < 0x80;
  });
}

function parse(raw: Buffer) {
  let at = 4;
  const hasWitness = raw[4] === 0;
  if (hasWitness) at = 6;
  const bodyAt = at;
  const count = () => {
    const first = raw[at] ?? 0;
    if (first < 0xfd) at += 1;
    else if (first === 0xfd) at += 3;
    else throw new RangeError("too long");
    return first < 0xfd ? first : raw.readUInt16LE(at - 2);
  };
  for (let left = count(); left > 0; left -= 1) {
    at += 36;
    at = count() + at + 4;
  }
  const outputs: { readonly sats: bigint; readonly script: string }[] = [];
  for (let left = count(); left > 0; left -= 1) {
    const sats = raw.readBigUInt64LE(at);
    at += 8;
    const length = count();
    outputs.push({ sats, script: raw.subarray(at, at + length).toString("hex") });
    at += length;
  }
  const body = raw.subarray(bodyAt, at);
  const stripped = Buffer.concat([raw.subarray(0, 4), body, raw.subarray(-4)]);
  return { txid: shownHash(stripped), outputs };
}
