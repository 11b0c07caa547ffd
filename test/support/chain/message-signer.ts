/**
 * Signs messages as wallets do: BIP-322 for P2WPKH and P2TR, BIP-137 for P2PKH and the segwit
 * forms. It uses a signing library and shares no code with the code that verifies messages.
 */
import { base64, hex } from "@scure/base";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { p2pkh, p2sh, p2tr, p2wpkh, RawWitness, Transaction } from "@scure/btc-signer";
import { networkParams, type Network } from "#bitcoin";

export type SignedKind = "p2pkh" | "p2sh" | "p2wpkh" | "p2tr";

export interface MessageKey {
  readonly address: string;
  readonly scriptHex: string;
  readonly kind: SignedKind;
  /** Returns the signature in Base64, in the format that wallets use for this address type. */
  readonly sign: (message: string) => string;
  /**
   * Returns a BIP-137 signature. Its header byte is that of the key's own address type, or of the
   * given type.
   */
  readonly signLegacy: (message: string, headerFrom?: number) => string;
}

/**
 * Returns the key for a secret. The same secret always returns the same key. `kind` is the key's
 * address type.
 */
export function messageKey(
  secret: Uint8Array,
  kind: SignedKind,
  network: Network = "regtest",
): MessageKey {
  const params = networkParams(network);
  const publicKey = secp256k1.getPublicKey(secret, true);
  const payment = {
    p2pkh: () => p2pkh(publicKey, params),
    p2sh: () => p2sh(p2wpkh(publicKey, params), params),
    p2wpkh: () => p2wpkh(publicKey, params),
    p2tr: () => p2tr(schnorr.getPublicKey(secret), undefined, params),
  }[kind]();
  if (payment.address === undefined) throw new Error("the key has no address");
  const signLegacy = (message: string, headerFrom = headers[kind]): string => {
    const text = new TextEncoder().encode(message);
    const magic = new TextEncoder().encode("\u0018Bitcoin Signed Message:\n");
    const length = text.length < 0xfd ? [text.length] : [0xfd, text.length & 255, text.length >> 8];
    const digest = sha256(sha256(Uint8Array.from([...magic, ...length, ...text])));
    const [recovery = 0, ...rs] = secp256k1.sign(digest, secret, {
      prehash: false,
      format: "recovered",
    });
    return base64.encode(Uint8Array.from([headerFrom + recovery, ...rs]));
  };
  const isSegwit = kind === "p2wpkh" || kind === "p2tr";
  return {
    address: payment.address,
    scriptHex: hex.encode(payment.script),
    kind,
    signLegacy,
    sign: isSegwit ? (message) => signSimple(payment, secret, message) : signLegacy,
  };
}

const headers: Readonly<Record<SignedKind, number>> = { p2pkh: 31, p2sh: 35, p2wpkh: 39, p2tr: 39 };

function signSimple(
  payment: { readonly script: Uint8Array; readonly tapInternalKey?: Uint8Array },
  secret: Uint8Array,
  message: string,
): string {
  const tag = sha256(new TextEncoder().encode("BIP0322-signed-message"));
  const text = new TextEncoder().encode(message);
  const hash = sha256(Uint8Array.from([...tag, ...tag, ...text]));
  const lax = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true };
  const toSpend = new Transaction({ version: 0, lockTime: 0, ...lax });
  toSpend.addOutput({ script: payment.script, amount: 0n });
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: Uint8Array.from([0x00, 0x20, ...hash]),
  });
  const toSign = new Transaction({ version: 0, lockTime: 0, ...lax });
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script: payment.script, amount: 0n },
    ...(payment.tapInternalKey ? { tapInternalKey: payment.tapInternalKey } : {}),
  });
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n });
  toSign.sign(secret);
  toSign.finalize();
  const witness = toSign.getInput(0).finalScriptWitness;
  if (!witness) throw new Error("nothing was signed");
  return base64.encode(RawWitness.encode(witness));
}

/** Returns the signature with s replaced by N - s. Anyone can compute this form without the key. */
export function withHighS(signature: string): string {
  const bytes = base64.decode(signature);
  const { Signature, Point } = secp256k1;
  const order = Point.Fn.ORDER;
  if (bytes.length === 65) {
    const { r, s } = Signature.fromBytes(bytes.subarray(1), "compact");
    const header = ((bytes[0] ?? 0) - 27) ^ 1;
    const rest = new Signature(r, order - s).toBytes("compact");
    return base64.encode(Uint8Array.from([header + 27, ...rest]));
  }
  const end = 1 + (bytes[1] ?? 0);
  const { r, s } = Signature.fromBytes(bytes.subarray(2, end), "der");
  const der = new Signature(r, order - s).toBytes("der");
  return base64.encode(Uint8Array.from([2, der.length + 1, ...der, 1, ...bytes.subarray(end + 1)]));
}
