/**
 * Checks that a receipt is signed by the key of the installation's public log, and that the log
 * contains the receipt's transfers. Pure.
 */
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import {
  canonicalJson,
  hashLeaf,
  isIncluded,
  isSigned,
  parseCheckpoint,
  parseNote,
  parseVkey,
  verifyNote,
  type Checkpoint,
  type VerifierKey,
} from "#log";
import { failed, notChecked, ok, type Check } from "./check.ts";
import type { OwnInstallation } from "./check-receipt.ts";
import type { Receipt, ReceiptTransfer, TransferInclusion } from "./receipt.ts";

/**
 * The signature covers everything else in the file. `page` is undefined without a connection to the
 * installation. Then the key comes from the file itself, and the reader must compare it.
 */
export function checkSignature(
  receipt: Receipt,
  file: Readonly<Record<string, unknown>>,
  page: OwnInstallation | undefined,
): Check {
  const name = "signature";
  const { log } = receipt.installation;
  const key = parseVkey(log);
  const { signature: _signature, ...signed } = file;
  if (!key) return failed(name, "the key of the log is malformed");
  if (!isSigned(bytesOf(receipt.signature), utf8ToBytes(canonicalJson(signed)), key.publicKey))
    return failed(name, "the file was changed after it was signed");
  return page
    ? ok(name, `the key of ${key.name} signed it`)
    : notChecked(name, `the key must be compared with that of the site: ${log}`);
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    return new Uint8Array();
  }
}

export function checkLog({ transfers, installation }: Receipt): Check {
  const name = "public log";
  const key = parseVkey(installation.log);
  if (!key) return failed(name, "the key of the log is malformed");
  const headOf = checkpointReader(key);
  for (const transfer of transfers) {
    const fault = transfer.log && faultOf(transfer, transfer.log, headOf);
    if (fault) return failed(name, `transfer ${transfer.id} ${fault}`);
  }
  if (!hasOneAccountEach(transfers))
    return failed(name, "the transfers belong to accounts of several users");
  const waiting = transfers.filter(({ log }) => log === null).length;
  if (transfers.length === 0) return notChecked(name, "the receipt has no transfers");
  return waiting > 0
    ? notChecked(name, `${waiting} of ${transfers.length} transfers were not yet in the log`)
    : ok(name, `${transfers.length} transfers are in the log ${key.name}`);
}

export type HeadOf = (checkpoint: string) => Checkpoint | undefined;

/**
 * Returns a function that parses a checkpoint, or returns undefined if the key did not sign it. A
 * receipt usually has one checkpoint for all transfers, and verifying it takes most of the time.
 */
export function checkpointReader(key: VerifierKey): HeadOf {
  const heads = new Map<string, Checkpoint | undefined>();
  const read: HeadOf = (checkpoint) => {
    const note = parseNote(checkpoint);
    const head = note && parseCheckpoint(note.text);
    return note && head?.origin === key.name && verifyNote(note, key) ? head : undefined;
  };
  return (checkpoint) => {
    if (!heads.has(checkpoint)) heads.set(checkpoint, read(checkpoint));
    return heads.get(checkpoint);
  };
}

/** Returns whether the log contains this text as a leaf. */
export function isInLog(
  leaf: { readonly index: number; readonly text: string; readonly path: readonly string[] },
  head: Checkpoint,
): boolean {
  const leafHash = hashLeaf(utf8ToBytes(leaf.text));
  return isIncluded({ index: leaf.index, leafHash, path: leaf.path.map(hexToBytes) }, head);
}

const USER_ACCOUNT = /^user:\d+$/;

/** Returns why the log does not contain the transfer, or undefined if it does. */
function faultOf(
  transfer: ReceiptTransfer,
  inclusion: TransferInclusion,
  headOf: HeadOf,
): string | undefined {
  const leaf = parseObject(inclusion.leaf);
  const digest = parseObject(inclusion.digest);
  if (!leaf || !digest) return "has a malformed leaf";
  if (!isLeafOf(leaf, transfer)) return "is another one in the log";
  const root = typeof digest["root"] === "string" ? digest["root"] : "";
  if (digest["kind"] !== "ledger" || !/^[0-9a-f]{64}$/.test(root)) return "has no ledger digest";
  const isInDigest = isIncluded(
    {
      index: inclusion.index,
      leafHash: hashLeaf(utf8ToBytes(inclusion.leaf)),
      path: inclusion.path.map(hexToBytes),
    },
    { size: Number(digest["transfers"]), root: hexToBytes(root) },
  );
  if (!isInDigest) return "is not in its ledger digest";
  const head = headOf(inclusion.checkpoint);
  if (!head) return "has a checkpoint that the log did not sign";
  const { digestIndex: index, digest: text, digestPath } = inclusion;
  return isInLog({ index, text, path: digestPath }, head)
    ? undefined
    : "has a ledger digest that is not in the log";
}

function isLeafOf(leaf: Readonly<Record<string, unknown>>, transfer: ReceiptTransfer): boolean {
  const { id, at, code, asset, amount, debit, credit } = transfer;
  const isSide = (side: "debit" | "credit", { account, version }: ReceiptTransfer["debit"]) => {
    const logged = leaf[side];
    return version === null
      ? logged === account
      : typeof logged === "string" &&
          USER_ACCOUNT.test(logged) &&
          leaf[`${side}Version`] === String(version);
  };
  return (
    leaf["id"] === id &&
    leaf["at"] === at &&
    leaf["code"] === code &&
    leaf["asset"] === asset &&
    leaf["amount"] === String(amount) &&
    isSide("debit", debit) &&
    isSide("credit", credit)
  );
}

/** Each account of the user has one number in the log, and each number is of one account. */
function hasOneAccountEach(transfers: readonly ReceiptTransfer[]): boolean {
  const pairs = transfers.flatMap(({ asset, debit, credit, log }) => {
    const leaf = log && parseObject(log.leaf);
    if (!leaf) return [];
    return (["debit", "credit"] as const).flatMap((side) => {
      const { account, version } = side === "debit" ? debit : credit;
      return version === null ? [] : [`${asset} ${account} ${String(leaf[side])}`];
    });
  });
  const distinct = [...new Set(pairs)].map((pair) => pair.split(" "));
  const accounts = new Set(distinct.map(([asset, account]) => `${asset} ${account}`));
  const numbers = new Set(distinct.map(([, , number]) => number));
  return accounts.size === distinct.length && numbers.size === distinct.length;
}

/** Returns undefined unless the text is the canonical JSON of an object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && canonicalJson(value) === text;
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
