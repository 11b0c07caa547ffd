/**
 * Chooses the cold coins to return and builds the transaction that the key holders sign on their
 * own devices. The transaction pays one address of the hot wallet and sends the rest to the next
 * cold address. Pure.
 */
import { base64, hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { dustLimitSats, parseTransaction } from "#bitcoin";
import { mulDiv } from "#money";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { virtualSizeOf } from "../coins/weights.ts";
import type { ColdCoinRow } from "./cold-coins-table.ts";
import type { ColdDescriptor, ColdScript } from "./descriptor.ts";

export const RETURNED_COINS_MAX = 20;
/** Sequence number that signals replaceability (BIP125). */
const SEQUENCE = 0xfffffffd;
const P2WPKH_INPUT_WEIGHT = 272;
/**
 * Weight of the outpoint, empty script and sequence, plus the witness count and the empty first
 * witness element.
 */
const P2WSH_INPUT_WEIGHT = 41 * 4 + 2;
const SIGNATURE_WEIGHT = 73;
/** Weight of the script length, threshold, key count and opcode. Each key adds 34 bytes. */
const WITNESS_SCRIPT_WEIGHT = 4;
const KEY_WEIGHT = 34;

export interface ReturnPlan<Coin> {
  readonly coins: readonly Coin[];
  readonly coinsSats: bigint;
  /**
   * Amount that the hot wallet receives: the requested amount, plus any change that would be dust.
   */
  readonly amountSats: bigint;
  readonly changeSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

interface ReturnWish {
  readonly amountSats: bigint;
  readonly feeRateSatsPerKvb: bigint;
  readonly descriptor: Pick<ColdDescriptor, "kind" | "threshold" | "keysCount">;
  /** Any cold script of the descriptor, because all of them have the same length. */
  readonly coldScriptHex: string;
}

/**
 * Returns the coins, fee and change of a return, or undefined if the coins do not suffice.
 * `largest` must be sorted largest first.
 */
export function planReturn<Coin extends { readonly amountSats: bigint }>(
  largest: readonly Coin[],
  wish: ReturnWish,
): ReturnPlan<Coin> | undefined {
  const { amountSats, coldScriptHex } = wish;
  const dustSats = dustLimitSats(wish.descriptor.kind === "wpkh" ? "p2wpkh" : "p2wsh");
  const coins: Coin[] = [];
  let coinsSats = 0n;
  for (const coin of largest.slice(0, RETURNED_COINS_MAX)) {
    coins.push(coin);
    coinsSats += coin.amountSats;
    const bare = priceReturn(wish, { inputs: coins.length, coldScripts: [] });
    if (coinsSats < amountSats + bare.minerFeeSats) continue;
    if (bare.minerFeeSats > BUMPED_MINER_FEE_SATS_MAX) return undefined;
    const full = priceReturn(wish, { inputs: coins.length, coldScripts: [coldScriptHex] });
    const changeSats = coinsSats - amountSats - full.minerFeeSats;
    if (changeSats >= dustSats) return { coins, coinsSats, amountSats, changeSats, ...full };
    const all = coinsSats - bare.minerFeeSats;
    return { coins, coinsSats, amountSats: all, changeSats: 0n, ...bare };
  }
  return undefined;
}

/** Returns the maximum amount that can be requested. */
export function mostReturned(
  largest: readonly { readonly amountSats: bigint }[],
  wish: Omit<ReturnWish, "amountSats">,
): bigint {
  const coins = largest.slice(0, RETURNED_COINS_MAX);
  if (coins.length === 0) return 0n;
  const sum = coins.reduce((total, { amountSats }) => total + amountSats, 0n);
  const { minerFeeSats } = priceReturn(wish, { inputs: coins.length, coldScripts: [] });
  return sum > minerFeeSats ? sum - minerFeeSats : 0n;
}

function priceReturn(
  { descriptor, feeRateSatsPerKvb }: Omit<ReturnWish, "amountSats">,
  { inputs, coldScripts }: { readonly inputs: number; readonly coldScripts: readonly string[] },
): { readonly virtualSize: bigint; readonly minerFeeSats: bigint } {
  const { kind, threshold, keysCount } = descriptor;
  const outputs = { inputs: 0, destinationScripts: coldScripts, changeOutputs: 1 };
  const inputWeight =
    kind === "wpkh"
      ? P2WPKH_INPUT_WEIGHT
      : P2WSH_INPUT_WEIGHT +
        threshold * SIGNATURE_WEIGHT +
        WITNESS_SCRIPT_WEIGHT +
        keysCount * KEY_WEIGHT;
  const virtualSize = virtualSizeOf(outputs) + BigInt(Math.ceil((inputs * inputWeight) / 4));
  return { virtualSize, minerFeeSats: mulDiv(virtualSize, feeRateSatsPerKvb, 1_000n, "up") };
}

export interface UnsignedReturn {
  /** PSBT (version 0) in base64. */
  readonly psbt: string;
  readonly txid: string;
}

/**
 * Builds the unsigned transaction, with all data that an external signer needs to recognise its
 * keys and its change.
 */
export function unsignedReturn(
  plan: ReturnPlan<ColdCoinRow>,
  to: {
    readonly descriptor: ColdDescriptor;
    readonly hotScriptHex: string;
    readonly change: ColdScript;
  },
): UnsignedReturn {
  const transaction = new Transaction({ version: 2 });
  for (const { txid, vout, scriptHex, amountSats, index } of plan.coins)
    transaction.addInput({
      txid,
      index: vout,
      sequence: SEQUENCE,
      witnessUtxo: { script: hex.decode(scriptHex), amount: amountSats },
      ...ownersOf(to.descriptor.derive(index)),
    });
  transaction.addOutput({ script: hex.decode(to.hotScriptHex), amount: plan.amountSats });
  if (plan.changeSats > 0n)
    transaction.addOutput({
      script: hex.decode(to.change.scriptHex),
      amount: plan.changeSats,
      ...ownersOf(to.change),
    });
  const { txid } = parseTransaction(hex.encode(transaction.unsignedTx));
  return { psbt: base64.encode(transaction.toPSBT(0)), txid };
}

function ownersOf({ witnessScriptHex, keys }: ColdScript) {
  const bip32Derivation = keys.map(
    ({ publicKey, fingerprint, path }): [Uint8Array, { fingerprint: number; path: number[] }] => [
      publicKey,
      { fingerprint, path },
    ],
  );
  if (witnessScriptHex === undefined) return { bip32Derivation };
  return { bip32Derivation, witnessScript: hex.decode(witnessScriptHex) };
}
