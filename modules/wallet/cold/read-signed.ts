/**
 * Reads a PSBT signed by an external signer. It must contain the exported transaction and valid
 * signatures for enough keys. All other data in it is ignored. Pure.
 */
import { base64, hex } from "@scure/base";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { Transaction } from "@scure/btc-signer";
import { parseTransaction } from "#bitcoin";
import { coldRefusals as refuse } from "./cold-refusals.ts";
import type { ColdCoinRow } from "./cold-coins-table.ts";
import type { ColdDescriptor, ColdScript } from "./descriptor.ts";

/**
 * Maximum PSBT length. Enough for 20 coins with their full previous transactions, which some
 * signers add.
 */
export const PSBT_CHARACTERS_MAX = 700_000;
const SIGHASH_ALL = 1;
const PSBT_START = "70736274ff";

export interface SignedReturn {
  readonly rawHex: string;
  readonly virtualSize: number;
}

type Input = ReturnType<Transaction["getInput"]>;
type Signature = readonly [publicKey: Uint8Array, signature: Uint8Array];

/**
 * Returns the signed transaction. `stored` is the exported PSBT, and `coins` are the coins that it
 * spends, as recorded from the chain. Throws a Refusal if the signed PSBT contains a different
 * transaction or lacks valid signatures.
 */
export function readSigned(
  input: string,
  stored: string,
  {
    coins,
    descriptor,
  }: { readonly coins: readonly ColdCoinRow[]; readonly descriptor: ColdDescriptor },
): SignedReturn {
  const signed = decode(input);
  const own = Transaction.fromPSBT(base64.decode(stored));
  checkSame(signed, own);
  for (let place = 0; place < own.inputsLength; place += 1) {
    const outpoint = own.getInput(place);
    const coin = coins.find(({ txid, vout }) => isOf(outpoint, { txid, vout }));
    if (!coin) throw refuse.cold_coins_gone();
    const script = descriptor.derive(coin.index);
    const digest = digestOf(own, place, { script, amountSats: coin.amountSats });
    const signatures = signaturesOf(signed.getInput(place), script, digest);
    const fitting = script.keys.flatMap(({ publicKey }): Signature[] => {
      const one = signatures.find(([key]) => Buffer.compare(key, publicKey) === 0);
      if (!one) return [];
      if (!fits(one, digest)) throw badSignature(place);
      return [one];
    });
    if (fitting.length < signatures.length) throw badSignature(place);
    const { threshold: needed } = descriptor;
    if (fitting.length < needed)
      throw refuse.cold_psbt_too_few({
        coin: String(place + 1),
        has: String(fitting.length),
        needed: String(needed),
      });
    const partialSig = fitting
      .slice(0, needed)
      .map(([key, signature]): [Uint8Array, Uint8Array] => [key, signature]);
    own.updateInput(place, { partialSig }, true);
  }
  own.finalize();
  return { rawHex: own.hex, virtualSize: own.vsize };
}

function decode(input: string): Transaction {
  try {
    const text = input.replaceAll(/\s+/g, "");
    const isHex = text.toLowerCase().startsWith(PSBT_START);
    return Transaction.fromPSBT(isHex ? hex.decode(text.toLowerCase()) : base64.decode(text), {
      allowUnknown: true,
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
    });
  } catch {
    throw refuse.cold_psbt_unreadable();
  }
}

function checkSame(signed: Transaction, own: Transaction): void {
  const [theirs, ours] = [unsignedHex(signed), unsignedHex(own)];
  if (theirs === ours) return;
  const [actual, wanted] = [outpointsOf(theirs), outpointsOf(ours)];
  if (actual.join() !== wanted.join()) throw refuse.cold_psbt_other_coins();
  throw refuse.cold_psbt_altered();
}

function unsignedHex(transaction: Transaction): string {
  try {
    return hex.encode(transaction.unsignedTx);
  } catch {
    throw refuse.cold_psbt_unreadable();
  }
}

/**
 * Returns the spent outpoints, sorted, so that a PSBT with reordered inputs is reported as altered
 * and not as spending other coins.
 */
function outpointsOf(rawHex: string): string[] {
  try {
    const { inputs } = parseTransaction(rawHex);
    return inputs.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`).toSorted();
  } catch {
    throw refuse.cold_psbt_unreadable();
  }
}

function isOf(
  { txid, index }: Input,
  coin: { readonly txid: string; readonly vout: number },
): boolean {
  return txid !== undefined && hex.encode(txid) === coin.txid && index === coin.vout;
}

/**
 * Returns the BIP143 hash that each key signs. The amount comes from the chain, not from the PSBT.
 */
function digestOf(
  own: Transaction,
  place: number,
  { script, amountSats }: { readonly script: ColdScript; readonly amountSats: bigint },
): Uint8Array {
  const { scriptHex, witnessScriptHex } = script;
  // For P2WPKH, the signed script code is the P2PKH script of the same key hash.
  const code = witnessScriptHex ?? `76a914${scriptHex.slice(4)}88ac`;
  return own.preimageWitnessV0(place, hex.decode(code), SIGHASH_ALL, amountSats);
}

/**
 * Returns an input's signatures paired with their keys. For a finalised input, which has no such
 * pairs, each signature is matched with a key.
 */
function signaturesOf(input: Input, script: ColdScript, digest: Uint8Array): Signature[] {
  const witness = input.finalScriptWitness;
  if (!witness) return input.partialSig ?? [];
  const items = witness.filter((item) => item.length > 0);
  if (script.witnessScriptHex === undefined) {
    const [signature, publicKey] = items;
    return signature && publicKey ? [[publicKey, signature]] : [];
  }
  return items.slice(0, -1).map((signature): Signature => {
    const owner = script.keys.find(({ publicKey }) => fits([publicKey, signature], digest));
    return [owner?.publicKey ?? new Uint8Array(), signature];
  });
}

/**
 * Returns whether the signature is valid. Accepts only SIGHASH_ALL signatures in the canonical form
 * that nodes relay.
 */
function fits([publicKey, signature]: Signature, digest: Uint8Array): boolean {
  if (signature.at(-1) !== SIGHASH_ALL) return false;
  try {
    const options = { prehash: false, lowS: true, format: "der" } as const;
    return secp256k1.verify(signature.slice(0, -1), digest, publicKey, options);
  } catch {
    return false;
  }
}

function badSignature(place: number) {
  return refuse.cold_psbt_bad_signature({ coin: String(place + 1) });
}
