/**
 * Simulates the cold wallet's key holders, whose keys are not on the server: provides their
 * descriptor and signatures.
 */
import { createHash } from "node:crypto";
import { base64 } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { SigHash, Transaction } from "@scure/btc-signer";
import { ACCOUNT_PATH, KEY_VERSIONS } from "../chain/account.ts";
import { descriptorChecksum } from "../cold/descriptor-checksum.ts";

export interface ColdPerson {
  /** Public key with its origin, in descriptor notation. */
  readonly key: string;
  readonly privateKey: string;
  /** Signs the key holder's inputs of a transaction. `sighash` defaults to SIGHASH_ALL. */
  signIn(transaction: Transaction, sighash?: number): void;
  /** Signs the key holder's inputs of a base64 PSBT. `sighash` defaults to SIGHASH_ALL. */
  sign(psbt: string, sighash?: number): string;
}

/** Returns a key holder with keys derived from `name`. */
export function coldPerson(name: string): ColdPerson {
  const seed = createHash("sha512").update(`cold key of ${name}`).digest();
  const master = HDKey.fromMasterSeed(seed, KEY_VERSIONS);
  const account = master.derive(ACCOUNT_PATH);
  const fingerprint = master.fingerprint.toString(16).padStart(8, "0");
  const origin = `[${fingerprint}/84h/1h/0h]`;
  const signIn = (transaction: Transaction, sighash: number = SigHash.ALL): void => {
    for (let place = 0; place < transaction.inputsLength; place += 1)
      for (const [, { fingerprint: owner, path }] of transaction.getInput(place).bip32Derivation ??
        [])
        if (owner === master.fingerprint) {
          const { privateKey } = path.reduce((key, step) => key.deriveChild(step), master);
          if (privateKey) transaction.signIdx(privateKey, place, [sighash]);
        }
  };
  return {
    signIn,
    key: `${origin}${account.publicExtendedKey}/0/*`,
    privateKey: `${origin}${account.privateExtendedKey}/0/*`,
    sign(psbt, sighash) {
      const transaction = Transaction.fromPSBT(base64.decode(psbt));
      signIn(transaction, sighash);
      return base64.encode(transaction.toPSBT(0));
    },
  };
}

export const withChecksum = (body: string): string => `${body}#${descriptorChecksum(body) ?? ""}`;

/** Returns a descriptor that needs two signatures. */
export function descriptorOf(people: readonly ColdPerson[]): string {
  return withChecksum(`wsh(sortedmulti(2,${people.map(({ key }) => key).join(",")}))`);
}
