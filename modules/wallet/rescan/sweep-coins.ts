/**
 * Builds the fewest possible transactions that move the found coins to one address, without
 * broadcasting them.
 */
import { setImmediate as pause } from "node:timers/promises";
import { hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { dustLimitSats, parseAddress } from "#bitcoin";
import { mulDiv } from "#money";
import { StartError } from "#platform";
import { cacheDerivations } from "../chain/account.ts";
import { COINBASE_CONFIRMATIONS, confirmationsAt } from "../chain/chain-rules.ts";
import { virtualSizeOf } from "../coins/weights.ts";
import type { SigningAccount } from "../signer/seed.ts";
import type { Found, FoundCoin } from "./find-coins.ts";

export interface SweepPlan {
  readonly account: SigningAccount;
  readonly scan: Pick<Found, "tipHeight" | "coins">;
  readonly address: string;
  readonly feeRateSatsPerKvb: bigint;
}

export interface Sweep {
  readonly txid: string;
  readonly rawHex: string;
  readonly coins: number;
  /** Amount that arrives, without the miner's fee. */
  readonly amountSats: bigint;
  readonly minerFeeSats: bigint;
}

/** Maximum number of coins per transaction: 34 kvB, while nodes relay up to 100 kvB. */
const COINS_MAX = 500;
/**
 * Sequence number that signals replaceability (BIP125), so that a stuck sweep can be repeated at a
 * higher fee rate.
 */
const SEQUENCE = 0xfffffffd;

/**
 * Returns the sweep transactions. Excludes unconfirmed and immature coins, and coins that cost more
 * to move than they are worth. Throws a StartError if the address is invalid or belongs to another
 * network.
 */
export async function sweepCoins({
  account,
  scan,
  address,
  feeRateSatsPerKvb,
}: SweepPlan): Promise<Sweep[]> {
  const destination = parseAddress(account.network, address);
  if (!destination.ok) throw new StartError(destination.text);
  const { scriptHex } = destination;
  const feeOf = (inputs: number): bigint => {
    const size = virtualSizeOf({ inputs, destinationScripts: [scriptHex], changeOutputs: 0 });
    return mulDiv(size, feeRateSatsPerKvb, 1_000n, "up");
  };
  const costSats = feeOf(2) - feeOf(1);
  const coins = scan.coins.filter(
    (coin) => isSpendable(coin, scan.tipHeight) && coin.amountSats > costSats,
  );
  const sweeps: Sweep[] = [];
  for (let from = 0; from < coins.length; from += COINS_MAX) {
    const batch = coins.slice(from, from + COINS_MAX);
    const minerFeeSats = feeOf(batch.length);
    const amountSats = batch.reduce((sum, coin) => sum + coin.amountSats, 0n) - minerFeeSats;
    if (amountSats < dustLimitSats("p2pkh")) continue;
    const { txid, rawHex } = await signSweep(account, batch, { scriptHex, amountSats });
    sweeps.push({ txid, rawHex, coins: batch.length, amountSats, minerFeeSats });
  }
  return sweeps;
}

/** Returns whether a transaction that spends the coin could be in the next block. */
export function isSpendable(
  { height, isCoinbase }: Pick<FoundCoin, "height" | "isCoinbase">,
  tipHeight: number,
): boolean {
  return confirmationsAt(tipHeight, height) >= (isCoinbase ? COINBASE_CONFIRMATIONS : 1);
}

async function signSweep(
  account: SigningAccount,
  coins: readonly FoundCoin[],
  to: { readonly scriptHex: string; readonly amountSats: bigint },
) {
  const transaction = new Transaction({ version: 2 });
  for (const { txid, vout, scriptHex, amountSats } of coins)
    transaction.addInput({
      txid,
      index: vout,
      sequence: SEQUENCE,
      witnessUtxo: { script: hex.decode(scriptHex), amount: amountSats },
    });
  transaction.addOutput({ script: hex.decode(to.scriptHex), amount: to.amountSats });
  const privateKey = cacheDerivations(account.privateKey);
  for (const [place, { branch, index }] of coins.entries()) {
    transaction.signIdx(privateKey(branch, index), place);
    // Pauses let the event loop notice a dropped connection to the node.
    await pause();
  }
  transaction.finalize();
  return { txid: transaction.id, rawHex: transaction.hex };
}
