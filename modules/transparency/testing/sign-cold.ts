/**
 * Signs a message as the cold wallet's key holders do: as a "full" BIP-322 signature, made with a
 * signing library that shares no code with the checker.
 */
import { base64, hex } from "@scure/base";
import { sha256 } from "@noble/hashes/sha2.js";
import { Transaction } from "@scure/btc-signer";
import type { ColdScript } from "../../wallet/cold/descriptor.ts";
import type { ColdPerson } from "../../wallet/testing/cold-keys.ts";

const lax = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true };

/** Returns the signature of these people in base64. */
export function signFull(
  message: string,
  { scriptHex, witnessScriptHex = "", keys }: ColdScript,
  people: readonly ColdPerson[],
): string {
  const script = hex.decode(scriptHex);
  const tag = sha256(new TextEncoder().encode("BIP0322-signed-message"));
  const text = new TextEncoder().encode(message);
  const hash = sha256(Uint8Array.from([...tag, ...tag, ...text]));
  const toSpend = new Transaction({ version: 0, lockTime: 0, ...lax });
  toSpend.addOutput({ script, amount: 0n });
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: Uint8Array.from([0x00, 0x20, ...hash]),
  });
  const toSign = new Transaction({ version: 2, lockTime: 0, ...lax });
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    witnessScript: hex.decode(witnessScriptHex),
    bip32Derivation: keys.map(({ publicKey, fingerprint, path }) => [
      publicKey,
      { fingerprint, path },
    ]),
  });
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n });
  for (const person of people) person.signIn(toSign);
  toSign.finalize();
  return base64.encode(toSign.extract());
}
