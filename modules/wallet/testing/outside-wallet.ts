/**
 * An outside wallet for tests, with one key and its own coins. Independent of the product's code
 * and tables.
 */
import { hex } from "@scure/base";
import { p2wpkh, Transaction } from "@scure/btc-signer";
import { networkParams, parseTransaction, type BitcoinNode } from "#bitcoin";
import { secp256k1 } from "@noble/curves/secp256k1.js";

interface OutsideCoin {
  readonly txid: string;
  readonly vout: number;
  readonly amountSats: bigint;
}

export interface OutsideWallet {
  readonly address: string;
  readonly scriptHex: string;
  /** Returns a signed payment. With `spending`, double-spends the coins of that earlier payment. */
  pay(
    outputs: readonly { readonly address: string; readonly amountSats: bigint }[],
    options?: { readonly spending?: OutsidePayment; readonly feeSats?: bigint },
  ): OutsidePayment;
  addCoin(coin: OutsideCoin): void;
  /**
   * Splits the wallet's coins into many equal coins, so that payments do not depend on each other.
   * From then on, change is not spent.
   */
  splitInto(
    node: Pick<BitcoinNode, "sendRawTransaction">,
    count: number,
    amountSats: bigint,
  ): Promise<void>;
}

export interface OutsidePayment {
  readonly txid: string;
  readonly rawHex: string;
  readonly coin: OutsideCoin;
}

const FEE_SATS = 2_000n;

export function createOutsideWallet(
  node: Pick<BitcoinNode, "network">,
  key = secp256k1.utils.randomSecretKey(),
): OutsideWallet {
  const network = networkParams(node.network);
  const payment = p2wpkh(secp256k1.getPublicKey(key, true), network);
  const address = payment.address ?? "";
  const coins: OutsideCoin[] = [];
  let keepsChange = true;
  const wallet: OutsideWallet = {
    address,
    scriptHex: hex.encode(payment.script),
    addCoin: (coin) => void coins.push(coin),
    pay(outputs, { spending, feeSats = FEE_SATS } = {}) {
      const coin = spending?.coin ?? coins.shift();
      if (!coin) throw new Error("the outside wallet is empty");
      const transaction = new Transaction();
      transaction.addInput({
        txid: coin.txid,
        index: coin.vout,
        sequence: 0xfffffffd,
        witnessUtxo: { script: payment.script, amount: coin.amountSats },
      });
      for (const output of outputs)
        transaction.addOutputAddress(output.address, output.amountSats, network);
      const sent = outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n);
      const change = coin.amountSats - sent - feeSats;
      transaction.addOutputAddress(address, change, network);
      transaction.sign(key);
      transaction.finalize();
      const { txid } = parseTransaction(transaction.hex);
      if (!spending && keepsChange) coins.push({ txid, vout: outputs.length, amountSats: change });
      return { txid, rawHex: transaction.hex, coin };
    },
    async splitInto(source, count, amountSats) {
      const outputs = Array.from({ length: count }, () => ({ address, amountSats }));
      const { txid, rawHex } = wallet.pay(outputs, { feeSats: 100_000n });
      await source.sendRawTransaction(rawHex);
      coins.length = 0;
      for (let vout = 0; vout < count; vout += 1) coins.push({ txid, vout, amountSats });
      keepsChange = false;
    },
  };
  return wallet;
}
