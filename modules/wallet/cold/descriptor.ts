/**
 * Parses the cold wallet's output descriptor (BIP380), which contains the public keys that control
 * the coins. Supported forms are `wpkh(KEY)` and `wsh(sortedmulti(k,KEY,...))`. Each key needs its
 * origin and exactly one ranged branch. Descriptors with private keys are refused. Pure.
 */
import { hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { p2ms, p2wpkh, p2wsh } from "@scure/btc-signer";
import { formatAddress, networkParams, type Network } from "#bitcoin";
import { KEY_VERSIONS } from "../chain/account.ts";
import { coldRefusals as refuse } from "./cold-refusals.ts";
import { descriptorChecksum } from "./descriptor-checksum.ts";

export const DESCRIPTOR_CHARACTERS_MAX = 1_000;
const KEYS_MAX = 5;
const HARDENED = 0x8000_0000;
const INDEX_MAX = HARDENED - 1;

interface ColdKey {
  /** Fingerprint of the master public key, as PSBT requires. */
  readonly fingerprint: number;
  /** Derivation steps from the master key to the branch, followed by the index. */
  readonly path: readonly number[];
  readonly branch: HDKey;
  readonly xpub: string;
}

export interface ColdScript {
  readonly index: number;
  readonly scriptHex: string;
  readonly address: string;
  /** P2WSH only: the witness script, whose hash the output contains. */
  readonly witnessScriptHex: string | undefined;
  /** Keys that may sign, in descriptor order. */
  readonly keys: readonly {
    readonly publicKey: Uint8Array;
    readonly fingerprint: number;
    readonly path: number[];
  }[];
}

export interface ColdDescriptor {
  /** Normalised descriptor: `h` for hardened steps, and a checksum. */
  readonly text: string;
  readonly kind: "wpkh" | "sortedmulti";
  /** Number of keys, out of `keysCount`, that must sign. */
  readonly threshold: number;
  readonly keysCount: number;
  derive(index: number): ColdScript;
}

const PRIVATE = /[xtyzuvYZUV]prv[1-9A-HJ-NP-Za-km-z]{8}/;
/** WIF private key of a test network or of mainnet. */
const WIF = /(?:^|[(,\]])[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?=[),/#]|$)/;
const MAINNET = /[xyzYZ]pub[1-9A-HJ-NP-Za-km-z]{8}/;
const ORIGIN =
  /^\[([0-9a-f]{8})((?:\/\d{1,10}h?){0,10})\](tpub[1-9A-HJ-NP-Za-km-z]{107})((?:\/\d{1,10}){0,4})\/\*$/;
/** Multipath notation (BIP389), for example `/<0;1>/*`. Only the first branch is used. */
const SEVERAL_BRANCHES = /\/<(\d{1,10})(?:;\d{1,10})+>\/\*/g;
const SINGLE = /^wpkh\(([^(),]+)\)$/;
const MULTI = /^wsh\(sortedmulti\((\d{1,2}),([^()]+)\)\)$/;

/**
 * Parses a descriptor. Throws a Refusal if it is not supported. `hotXpub` is the hot wallet's key;
 * a descriptor with this key is refused, because it would not protect the cold coins.
 */
export function parseDescriptor(
  input: string,
  { network, hotXpub }: { readonly network: Network; readonly hotXpub?: string },
): ColdDescriptor {
  const text = input.replaceAll(/\s/g, "");
  if (PRIVATE.test(text) || WIF.test(text)) throw refuse.cold_private_key();
  if (MAINNET.test(text)) throw refuse.cold_mainnet_key();
  if (text.length > DESCRIPTOR_CHARACTERS_MAX) throw no("The descriptor is too long.");
  const [body = "", checksum, more] = text.split("#");
  if (checksum === undefined) throw no("The descriptor has no checksum.");
  const right = descriptorChecksum(body);
  if (right === undefined) throw no("The descriptor contains an invalid character.");
  // Some programs write a space after each comma and include it in the checksum.
  const [spaced = ""] = input.trim().split("#");
  const isRight = right === checksum || descriptorChecksum(spaced) === checksum;
  if (more !== undefined || !isRight) throw refuse.cold_checksum();
  const plain = body
    .replaceAll(/\[[^\]]*\]/g, (origin) => origin.replaceAll("'", "h").toLowerCase())
    .replaceAll(SEVERAL_BRANCHES, "/$1/*");
  const { kind, threshold, keys } = readKeys(plain);
  if (new Set(keys.map(({ xpub }) => xpub)).size !== keys.length)
    throw no("The descriptor contains a key twice.");
  if (keys.some(({ xpub }) => xpub === hotXpub))
    throw no("The descriptor contains the hot wallet's own key, which this machine can sign with.");
  return {
    text: `${plain}#${descriptorChecksum(plain) ?? ""}`,
    kind,
    threshold,
    keysCount: keys.length,
    derive: (index) => derive({ kind, threshold, keys }, network, index),
  };
}

interface Owners {
  readonly kind: ColdDescriptor["kind"];
  readonly threshold: number;
  readonly keys: readonly ColdKey[];
}

function readKeys(body: string): Owners {
  const single = SINGLE.exec(body)?.[1];
  if (single !== undefined) return { kind: "wpkh", threshold: 1, keys: [readKey(single)] };
  const [, count, list = ""] = MULTI.exec(body) ?? [];
  if (count === undefined) throw no("This kind of descriptor is not supported.");
  const keys = list.split(",").map(readKey);
  const threshold = Number(count);
  if (keys.length < 2 || keys.length > KEYS_MAX)
    throw no("The descriptor must have two to five keys.");
  if (threshold < 2) throw no("A single key could spend the coins.");
  if (threshold > keys.length)
    throw no("The descriptor requires more signatures than it has keys.");
  return { kind: "sortedmulti", threshold, keys };
}

function readKey(text: string): ColdKey {
  const [, fingerprint, origin = "", xpub, steps = ""] = ORIGIN.exec(text) ?? [];
  if (fingerprint === undefined || xpub === undefined)
    throw no("A key has no origin, has no branch that ends in *, or is not of a test network.");
  const own = readPath(steps);
  try {
    const account = HDKey.fromExtendedKey(xpub, KEY_VERSIONS);
    const branch = own.reduce((key, step) => key.deriveChild(step), account);
    const path = [...readPath(origin), ...own];
    return { fingerprint: Number.parseInt(fingerprint, 16), path, branch, xpub };
  } catch {
    throw no("A key cannot be read.");
  }
}

function readPath(text: string): number[] {
  const steps = text.split("/").slice(1);
  return steps.map((step) => {
    const number = Number.parseInt(step, 10);
    if (number > INDEX_MAX) throw no("A step of a path is too large.");
    return step.endsWith("h") ? number + HARDENED : number;
  });
}

function derive({ kind, threshold, keys }: Owners, network: Network, index: number): ColdScript {
  const derived = keys.map(({ branch, path, fingerprint }) => {
    const { publicKey } = branch.deriveChild(index);
    if (!publicKey) throw new Error("an extended key without a public key");
    return { publicKey, fingerprint, path: [...path, index] };
  });
  const publicKeys = derived.map(({ publicKey }) => publicKey);
  const { script, witnessScript } = scriptOf({ kind, threshold, publicKeys }, network);
  const scriptHex = hex.encode(script);
  const address = formatAddress(network, scriptHex);
  if (address === undefined) throw new Error(`no address for ${scriptHex}`);
  const witnessScriptHex = witnessScript && hex.encode(witnessScript);
  return { index, scriptHex, address, witnessScriptHex, keys: derived };
}

function scriptOf(
  of: Pick<Owners, "kind" | "threshold"> & { readonly publicKeys: readonly Uint8Array[] },
  network: Network,
): { readonly script: Uint8Array; readonly witnessScript?: Uint8Array } {
  const params = networkParams(network);
  const [first] = of.publicKeys;
  if (of.kind === "wpkh" && first) return { script: p2wpkh(first, params).script };
  const sorted = of.publicKeys.toSorted((one, other) => Buffer.compare(one, other));
  const { script, witnessScript } = p2wsh(p2ms(of.threshold, sorted), params);
  return { script, witnessScript };
}

const no = (why: string) => refuse.cold_descriptor({ why });
