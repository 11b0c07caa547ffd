/**
 * Converts between addresses and output scripts, on practice networks only. An address is always
 * derived from its script, never taken from a node. Every refusal has a reason. Mainnet addresses
 * are recognised only by prefix, so that the refusal can name mainnet, and are never decoded.
 */
import { bech32, bech32m, createBase58check, hex } from "@scure/base";
import { schnorr } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { networkParams, type Network, type NetworkParams } from "./networks.ts";
import { scriptKind, type ScriptKind } from "./scripts.ts";

export type AddressProblem =
  | "empty"
  | "link"
  | "unreadable"
  | "too-long"
  | "mixed-case"
  | "checksum"
  | "wrong-network"
  | "wrong-encoding"
  | "unsupported-version";

export interface ParsedAddress {
  readonly ok: true;
  /** Output script of the address in lower-case hex. */
  readonly scriptHex: string;
  readonly kind: ScriptKind;
  /**
   * Canonical spelling, which is stored and shown: lower case unless the encoding is
   * case-sensitive.
   */
  readonly address: string;
}

export interface RefusedAddress {
  readonly ok: false;
  readonly problem: AddressProblem;
  /** One sentence for the user, which names this installation's network. */
  readonly text: string;
}

/** Maximum length of an address (BIP173). */
const ADDRESS_CHARACTERS_MAX = 90;
const BECH32_WORDS_BITS = 5;
const base58check = createBase58check(sha256);

/**
 * Prefixes of other chains, used only to name the chain in a refusal. The codec cannot handle such
 * addresses.
 */
const foreignPrefixes: readonly (readonly [RegExp, string])[] = [
  [/^bc1/i, "real bitcoin (mainnet)"],
  [/^bcrt1/i, "regtest"],
  [/^tb1/i, "signet or testnet"],
  [/^(ltc1|tltc1)/i, "Litecoin"],
  [/^0x[0-9a-f]{40}$/i, "Ethereum"],
  [/^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/, "real bitcoin (mainnet)"],
];

/** Parses an address typed by a user. Spaces and `bitcoin:` links are rejected, not corrected. */
export function parseAddress(network: Network, text: string): ParsedAddress | RefusedAddress {
  if (text === "") return refuse(network, "empty");
  if (/^bitcoin:/i.test(text)) return refuse(network, "link");
  if (text.length > ADDRESS_CHARACTERS_MAX) return refuse(network, "too-long");
  const { bech32: prefix } = networkParams(network);
  if (text.toLowerCase().startsWith(`${prefix}1`)) return parseSegwit(network, text);
  const foreign = foreignPrefixes.find(([pattern]) => pattern.test(text))?.[1];
  return foreign ? refuse(network, "wrong-network", foreign) : parseBase58(network, text);
}

/** Returns the address of a script on a network, or undefined if the script has no address. */
export function formatAddress(network: Network, scriptHex: string): string | undefined {
  const script = scriptHex.toLowerCase();
  const kind = scriptKind(script);
  if (kind === undefined) return undefined;
  return encoders[kind](networkParams(network), hex.decode(script));
}

const encodeVersion0 = ({ bech32: prefix }: NetworkParams, script: Uint8Array): string =>
  bech32.encode(prefix, [0, ...bech32.toWords(script.subarray(2))]);

const encoders: Readonly<
  Record<ScriptKind, (params: NetworkParams, script: Uint8Array) => string>
> = {
  p2wpkh: encodeVersion0,
  p2wsh: encodeVersion0,
  p2tr: ({ bech32: prefix }, script) =>
    bech32m.encode(prefix, [1, ...bech32m.toWords(script.subarray(2))]),
  p2pkh: ({ pubKeyHash }, script) =>
    base58check.encode(Uint8Array.of(pubKeyHash, ...script.subarray(3, 23))),
  p2sh: ({ scriptHash }, script) =>
    base58check.encode(Uint8Array.of(scriptHash, ...script.subarray(2, 22))),
};

/**
 * Parses a SegWit address. Witness version 0 uses bech32 (BIP173), version 1 uses bech32m (BIP350).
 */
function parseSegwit(network: Network, text: string): ParsedAddress | RefusedAddress {
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    return refuse(network, "mixed-case");
  const plain = bech32.decodeUnsafe(text);
  const decoded = plain ?? bech32m.decodeUnsafe(text);
  if (!decoded) return refuse(network, "checksum");
  const [version, ...words] = decoded.words;
  if (version === undefined) return refuse(network, "unreadable");
  if (version > 1) return refuse(network, "unsupported-version");
  if ((version === 0) !== (decoded === plain)) return refuse(network, "wrong-encoding");
  const program = fromWords(words);
  if (!program) return refuse(network, "unreadable");
  return accept(
    network,
    `${version === 0 ? "00" : "51"}${lengthHex(program)}${hex.encode(program)}`,
  );
}

/**
 * Converts 5-bit groups to bytes by BIP173's strict rule: the padding must be zero and shorter than
 * a group.
 */
function fromWords(words: readonly number[]): Uint8Array | undefined {
  if ((words.length * BECH32_WORDS_BITS) % 8 >= BECH32_WORDS_BITS) return undefined;
  return bech32.fromWordsUnsafe([...words]) || undefined;
}

function parseBase58(network: Network, text: string): ParsedAddress | RefusedAddress {
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(text)) return refuse(network, "unreadable");
  let payload: Uint8Array;
  try {
    payload = base58check.decode(text);
  } catch {
    return refuse(network, "checksum");
  }
  const params = networkParams(network);
  const [version, ...digest] = payload;
  const hash = hex.encode(Uint8Array.from(digest));
  if (digest.length !== 20) return refuse(network, "unreadable");
  if (version === params.pubKeyHash) return accept(network, `76a914${hash}88ac`);
  if (version === params.scriptHash) return accept(network, `a914${hash}87`);
  return refuse(network, "wrong-network", "another network");
}

function accept(network: Network, scriptHex: string): ParsedAddress | RefusedAddress {
  const kind = scriptKind(scriptHex);
  const address = formatAddress(network, scriptHex);
  if (!kind || address === undefined) return refuse(network, "unsupported-version");
  if (kind === "p2tr" && !isPointOnCurve(scriptHex.slice(4))) return refuse(network, "unreadable");
  return { ok: true, scriptHex, kind, address };
}

/**
 * True if the key is the x coordinate of a point on the curve. A taproot output with any other key
 * can never be spent (BIP341).
 */
function isPointOnCurve(xHex: string): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${xHex}`));
    return true;
  } catch {
    return false;
  }
}

function lengthHex(program: Uint8Array): string {
  return program.length.toString(16).padStart(2, "0");
}

function refuse(
  network: Network,
  problem: AddressProblem,
  owner = "another network",
): RefusedAddress {
  const reasons: Readonly<Record<AddressProblem, string>> = {
    empty: "Enter an address",
    link: "Paste only the address after bitcoin:",
    unreadable: "This is not a Bitcoin address",
    "too-long": "This is too long for a Bitcoin address",
    "mixed-case": "This address mixes upper and lower case",
    checksum: "This address has a typing error because its checksum is wrong",
    "wrong-network": `This address belongs to ${owner}`,
    "wrong-encoding": "This address has the checksum of another address type",
    "unsupported-version": "This address type is not in use yet",
  };
  return {
    ok: false,
    problem,
    text: `${reasons[problem]}. This site sends test coins on ${network} only.`,
  };
}
