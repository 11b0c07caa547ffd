/** The format of a receipt: a JSON file that shows that one booking of the platform is true. */
import { readChainProof, type ChainProof } from "./chain-proof.ts";
import { HASH, Malformed, type JsonReader } from "./json-reader.ts";
import { NETWORKS, type ReceiptNetwork } from "./networks.ts";

export const RECEIPT_FORMAT = "hashfloor-receipt";
export const RECEIPT_VERSION = 1;
export const RECEIPT_KINDS = ["withdrawal", "deposit", "mining", "fill"] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export interface ReceiptInstallation {
  /** Origin of the installation's pages. */
  readonly site: string;
  readonly network: ReceiptNetwork;
  readonly genesisHash: string;
  /** Key of the public log as a C2SP verifier key, which also signs receipts. */
  readonly log: string;
}

/** One side of a transfer. The user's own accounts are `own:available` and `own:held`. */
export interface TransferSide {
  readonly account: string;
  /**
   * Number of the account's transfers, including this one. A gap shows a missing entry. Null for
   * accounts of the platform.
   */
  readonly version: number | null;
}

export interface ReceiptTransfer {
  readonly id: string;
  readonly at: string;
  readonly code: string;
  readonly asset: "BTC" | "USD";
  /** Satoshis or cents. */
  readonly amount: number;
  readonly debit: TransferSide;
  readonly credit: TransferSide;
  /** Null if the transfer was not yet in the public log. */
  readonly log: TransferInclusion | null;
}

/** Proof that the public log contains a transfer. All hashes are hex. */
export interface TransferInclusion {
  /** The transfer as canonical JSON, which the log commits to. */
  readonly leaf: string;
  /** Place of the transfer in its ledger digest. */
  readonly index: number;
  /** Siblings on the way from the transfer to the root of the digest. */
  readonly path: readonly string[];
  /** Place of the digest in the log. */
  readonly digestIndex: number;
  /** The digest as canonical JSON. */
  readonly digest: string;
  readonly digestPath: readonly string[];
  /** Signed checkpoint of the log. */
  readonly checkpoint: string;
}

/** Proof that the public log contains a fact as a leaf. */
export interface FactInclusion {
  readonly index: number;
  /** The fact as canonical JSON. */
  readonly fact: string;
  readonly path: readonly string[];
  readonly checkpoint: string;
}

export interface Receipt {
  readonly kind: ReceiptKind;
  readonly id: string;
  readonly issuedAt: string;
  readonly installation: ReceiptInstallation;
  readonly transfers: readonly ReceiptTransfer[];
  /** Ed25519 signature in base64 of the canonical JSON of everything else. */
  readonly signature: string;
}

export interface Payment {
  readonly amountSats: number;
  readonly address: string;
  readonly chain: ChainProof;
}

export interface WithdrawalReceipt extends Payment {
  /** Fixed fee, which is part of the amount. */
  readonly feeSats: number;
  /** Cost of a higher miner's fee that the user asked for. */
  readonly bumpSats: number;
  readonly approvals: {
    /** Hash of the details that were approved. */
    readonly hash: string;
    readonly required: number;
    readonly given: number;
  };
}

/** Transfers of a payment that was booked, undone by a reorg and booked again many times. */
const TRANSFERS_MAX = 200;
/** Longest proof of a log that can exist. */
const PATH_MAX = 63;
const LEAF_CHARACTERS_MAX = 2_000;
const CHECKPOINT_CHARACTERS_MAX = 65_536;
const SITE = /^https?:\/\/[^/\s]+$/;
const ID = /^[a-z0-9_:-]{1,90}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^[A-Za-z0-9:_-]{1,60}$/;

export function readReceipt(reader: JsonReader, kind: ReceiptKind): Receipt {
  return {
    kind,
    id: reader.text("id", ID),
    issuedAt: reader.time("issuedAt"),
    installation: readInstallation(reader.object("installation")),
    transfers: reader.list("transfers", TRANSFERS_MAX).map(readTransfer),
    signature: reader.text("signature", /^[A-Za-z0-9+/]{86}==$/),
  };
}

function readInstallation(reader: JsonReader): ReceiptInstallation {
  const network = reader.text("network");
  if (!isNetwork(network)) throw new Malformed(`${network} is not a test network.`);
  return {
    site: reader.text("site", SITE),
    network,
    genesisHash: reader.text("genesisHash", HASH),
    log: reader.text("log"),
  };
}

function isNetwork(network: string): network is ReceiptNetwork {
  return Object.hasOwn(NETWORKS, network);
}

function readTransfer(reader: JsonReader): ReceiptTransfer {
  const asset = reader.text("asset", /^(BTC|USD)$/);
  return {
    id: reader.text("id", UUID),
    at: reader.time("at"),
    code: reader.text("code", NAME),
    asset: asset === "BTC" ? "BTC" : "USD",
    amount: reader.count("amount"),
    debit: readSide(reader.object("debit")),
    credit: readSide(reader.object("credit")),
    log: reader.isNull("log") ? null : readInclusion(reader.object("log")),
  };
}

function readInclusion(reader: JsonReader): TransferInclusion {
  return {
    leaf: reader.text("leaf", undefined, LEAF_CHARACTERS_MAX),
    index: reader.count("index"),
    path: reader.texts("path", HASH, PATH_MAX),
    digestIndex: reader.count("digestIndex"),
    digest: reader.text("digest", undefined, LEAF_CHARACTERS_MAX),
    digestPath: reader.texts("digestPath", HASH, PATH_MAX),
    checkpoint: reader.text("checkpoint", undefined, CHECKPOINT_CHARACTERS_MAX),
  };
}

export function readFact(reader: JsonReader): FactInclusion {
  return {
    index: reader.count("index"),
    fact: reader.text("fact", undefined, LEAF_CHARACTERS_MAX),
    path: reader.texts("path", HASH, PATH_MAX),
    checkpoint: reader.text("checkpoint", undefined, CHECKPOINT_CHARACTERS_MAX),
  };
}

function readSide(reader: JsonReader): TransferSide {
  const account = reader.text("account", NAME);
  const isOwn = account.startsWith("own:");
  if (isOwn === reader.isNull("version"))
    throw new Malformed("Only entries of the user have a version.");
  return { account, version: isOwn ? reader.count("version") : null };
}

export function readPayment(reader: JsonReader): Payment {
  return {
    amountSats: reader.count("amountSats"),
    address: reader.text("address", /^[A-Za-z0-9]{1,90}$/),
    chain: readChainProof(reader.object("chain")),
  };
}

export function readWithdrawal(reader: JsonReader): WithdrawalReceipt {
  const approvals = reader.object("approvals");
  return {
    ...readPayment(reader),
    feeSats: reader.count("feeSats"),
    bumpSats: reader.count("bumpSats"),
    approvals: {
      hash: approvals.text("hash", HASH),
      required: approvals.count("required"),
      given: approvals.count("given"),
    },
  };
}
