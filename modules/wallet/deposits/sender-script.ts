/**
 * Determines the sender's script from a payment's inputs. P2WPKH, P2SH-P2WPKH and P2PKH inputs
 * contain the public key, so the script can be computed without fetching the previous output.
 * Taproot inputs contain only a signature, so their sender is unknown. Pure.
 */
import { hex } from "@scure/base";
import { p2pkh, p2sh, p2wpkh } from "@scure/btc-signer";
import type { Transaction } from "#bitcoin";

type TransactionInput = Transaction["inputs"][number];

/** Returns the sender's script, or undefined if the inputs have different or unknown scripts. */
export function senderScriptOf(
  transaction: Pick<Transaction, "isCoinbase" | "inputs">,
): string | undefined {
  if (transaction.isCoinbase) return undefined;
  const [first, ...others] = transaction.inputs.map(scriptOf);
  return others.every((script) => script === first) ? first : undefined;
}

function scriptOf({ scriptSigHex, witness }: TransactionInput): string | undefined {
  const [signature, key] = witness.length > 0 ? witness : pushesOf(scriptSigHex);
  if (signature === undefined || !isKey(key) || witness.length > 2) return undefined;
  try {
    return hex.encode(spendable(hex.decode(key), { scriptSigHex, isSegwit: witness.length > 0 }));
  } catch {
    // Thrown if the 33 bytes are not a valid public key.
    return undefined;
  }
}

function spendable(
  key: Uint8Array,
  of: { readonly scriptSigHex: string; readonly isSegwit: boolean },
): Uint8Array {
  if (!of.isSegwit) return p2pkh(key).script;
  const segwit = p2wpkh(key);
  if (of.scriptSigHex === "") return segwit.script;
  if (of.scriptSigHex !== `16${hex.encode(segwit.script)}`) throw new Error("another script");
  return p2sh(segwit).script;
}

function isKey(text: string | undefined): text is string {
  return text !== undefined && /^0[23][0-9a-f]{64}$/.test(text);
}

/** Returns the signature and key of a P2PKH input, or an empty list for any other input. */
function pushesOf(scriptSigHex: string): readonly string[] {
  const length = Number.parseInt(scriptSigHex.slice(0, 2), 16);
  if (!(length >= 9 && length <= 73)) return [];
  const end = 2 + length * 2;
  const key = scriptSigHex.slice(end + 2);
  return scriptSigHex.slice(end, end + 2) === "21" && key.length === 66
    ? [scriptSigHex.slice(2, end), key]
    : [];
}
