/**
 * Creates P2WPKH keys that send and receive payments on the regtest chain in tests. The
 * implementation is independent of the product's signing code.
 */
import { hex } from "@scure/base";
import { p2wpkh, Transaction } from "@scure/btc-signer";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { networkParams } from "#bitcoin";

export interface Coin {
  readonly txid: string;
  readonly outputIndex: number;
  readonly amountSats: bigint;
}

export interface Payment {
  readonly scriptHex: string;
  readonly amountSats: bigint;
}

export interface BitcoinKey {
  readonly address: string;
  readonly scriptHex: string;
  /**
   * Returns a signed transaction in hex. The default `sequence`, 0xfffffffd, signals that the
   * transaction can be replaced.
   */
  spend(coins: readonly Coin[], payments: readonly Payment[], sequence?: number): string;
}

const REPLACEABLE = 0xffff_fffd;

/** Derives a key from the byte `seed`. The same byte always returns the same key. */
export function bitcoinKey(seed: number): BitcoinKey {
  const secret = new Uint8Array(32).fill(seed);
  const payment = p2wpkh(secp256k1.getPublicKey(secret, true), networkParams("regtest"));
  if (payment.address === undefined) throw new Error("the key has no address");
  return {
    address: payment.address,
    scriptHex: hex.encode(payment.script),
    spend(coins, payments, sequence = REPLACEABLE) {
      const transaction = new Transaction();
      for (const { txid, outputIndex, amountSats } of coins)
        transaction.addInput({
          txid,
          index: outputIndex,
          sequence,
          witnessUtxo: { script: payment.script, amount: amountSats },
        });
      for (const { scriptHex, amountSats } of payments)
        transaction.addOutput({ script: hex.decode(scriptHex), amount: amountSats });
      transaction.sign(secret);
      transaction.finalize();
      return transaction.hex;
    },
  };
}
