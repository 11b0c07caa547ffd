/**
 * The unsigned payment as a PSBT (BIP174) that carries all the signer needs to check it for itself.
 * Pure.
 */
import { base64, hex } from "@scure/base";
import { bip32Path, Transaction } from "@scure/btc-signer";
import { CHANGE, derivingOnce, pathText, RECEIVE, type Account } from "../chain/account.ts";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import type { CoinRow } from "../chain/coins-table.ts";

/** Replaceable by fee (BIP125). */
const SEQUENCE = 0xfffffffd;

export interface Payout {
  readonly scriptHex: string;
  readonly amountSats: bigint;
}

/** `amountSats`: with the fee, which does not arrive. */
export function payoutOf(payment: Payout & { readonly feeSats: bigint }): Payout {
  return { scriptHex: payment.scriptHex, amountSats: payoutSatsOf(payment) };
}

export interface Plan {
  readonly coins: readonly CoinRow[];
  readonly payouts: readonly Payout[];
  readonly change: readonly { readonly index: number; readonly amountSats: bigint }[];
}

type Derivation = [Uint8Array, { fingerprint: number; path: number[] }][];

/** PSBT version 0, base64. The payouts are the first outputs, in their order. */
export function buildPsbt(account: Account, plan: Plan): string {
  const transaction = new Transaction({ version: 2 });
  const derive = derivingOnce(account.derive);
  const derivation = (branch: number, index: number): Derivation => {
    const { publicKey } = derive(branch === CHANGE ? CHANGE : RECEIVE, index);
    const path = bip32Path(pathText(branch, index));
    return [[publicKey, { fingerprint: account.fingerprint, path }]];
  };
  for (const coin of plan.coins) {
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      sequence: SEQUENCE,
      witnessUtxo: { script: hex.decode(coin.scriptHex), amount: coin.amountSats },
      bip32Derivation: derivation(coin.branch, coin.index),
    });
  }
  for (const { scriptHex, amountSats } of plan.payouts)
    transaction.addOutput({ script: hex.decode(scriptHex), amount: amountSats });
  for (const { index, amountSats } of plan.change) {
    transaction.addOutput({
      script: hex.decode(derive(CHANGE, index).scriptHex),
      amount: amountSats,
      bip32Derivation: derivation(CHANGE, index),
    });
  }
  return base64.encode(transaction.toPSBT(0));
}
