/**
 * Computes the sizes of the wallet's transactions in weight units (BIP141). Inputs are P2WPKH, and
 * signatures are assumed to have their maximum length. Pure.
 */
const TRANSACTION_WEIGHT = 42;
/**
 * Weight of one input: outpoint, empty script and sequence at 4 weight units per byte, plus a
 * 72-byte signature and a 33-byte key in the witness at 1 weight unit per byte.
 */
const INPUT_WEIGHT = 41 * 4 + 108;
/** Amount and script length. */
const OUTPUT_BASE_BYTES = 9;
const P2WPKH_SCRIPT_BYTES = 22;

export interface Shape {
  readonly inputs: number;
  readonly destinationScripts: readonly string[];
  readonly changeOutputs: number;
}

/** Returns the virtual size in bytes, rounded up. */
export function virtualSizeOf({ inputs, destinationScripts, changeOutputs }: Shape): bigint {
  const destinations = destinationScripts.reduce(
    (sum, scriptHex) => sum + (OUTPUT_BASE_BYTES + scriptHex.length / 2) * 4,
    0,
  );
  const change = (OUTPUT_BASE_BYTES + P2WPKH_SCRIPT_BYTES) * 4 * changeOutputs;
  const outputs = destinationScripts.length + changeOutputs;
  const counters = (counterBytes(inputs) - 1 + counterBytes(outputs) - 1) * 4;
  const weight = TRANSACTION_WEIGHT + inputs * INPUT_WEIGHT + destinations + change + counters;
  return BigInt(Math.ceil(weight / 4));
}

/** Virtual size that each input adds to a payment. */
export const INPUT_VIRTUAL_SIZE = BigInt(Math.ceil(INPUT_WEIGHT / 4));

/** Returns the number of bytes of Bitcoin's compact size integer for `count`. */
function counterBytes(count: number): number {
  return count < 253 ? 1 : 3;
}
