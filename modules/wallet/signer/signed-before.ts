/**
 * Checks that a transaction was already signed with the wallet's keys. Each input must have a valid
 * signature by its coin's key over the whole transaction, because a database row alone proves
 * nothing. Pure.
 */
import { hex } from "@scure/base";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { p2wpkh, Transaction } from "@scure/btc-signer";

const SIGHASH_ALL = 1;

/**
 * Returns whether the transaction in `rawHex` was signed. `replacing` spends at least the same
 * coins and contains their amounts and scripts.
 */
export function wasSigned(rawHex: string, replacing: Transaction): boolean {
  const before = Transaction.fromRaw(hex.decode(rawHex), { allowUnknownOutputs: true });
  const coins = coinsOf(replacing);
  for (let place = 0; place < before.inputsLength; place += 1) {
    const input = before.getInput(place);
    const coin = coins.get(outpointOf(input));
    const [signature, publicKey] = input.finalScriptWitness ?? [];
    if (!coin || !signature || !publicKey) return false;
    if (signature.at(-1) !== SIGHASH_ALL) return false;
    const { script } = p2wpkh(publicKey);
    if (Buffer.compare(script, coin.script) !== 0) return false;
    const code = `76a914${hex.encode(script).slice(4)}88ac`;
    const digest = before.preimageWitnessV0(place, hex.decode(code), SIGHASH_ALL, coin.amount);
    const options = { prehash: false, format: "der" } as const;
    if (!secp256k1.verify(signature.slice(0, -1), digest, publicKey, options)) return false;
  }
  return true;
}

type Input = ReturnType<Transaction["getInput"]>;

function coinsOf(transaction: Transaction) {
  const coins = new Map<string, NonNullable<Input["witnessUtxo"]>>();
  for (let place = 0; place < transaction.inputsLength; place += 1) {
    const input = transaction.getInput(place);
    if (input.witnessUtxo) coins.set(outpointOf(input), input.witnessUtxo);
  }
  return coins;
}

function outpointOf({ txid, index }: Input): string {
  return `${txid ? hex.encode(txid) : ""}:${index}`;
}
