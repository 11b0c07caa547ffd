/**
 * Defines the rigs. Prices are posted in USD (item-terms.ts) and paid in BTC. The BTC price of each
 * rig is rounded up.
 */
import {
  chargeSats,
  hashRateOfThs,
  rigResult,
  wattsOfKw,
  type DatedRate,
  type RigResult,
  type RewardTerms,
} from "#economics";

/** The fixed properties of a rig. A different hash rate would be a different rig. */
export interface ItemFacts {
  readonly id: string;
  readonly name: string;
  readonly type: "ASIC miner" | "Frame";
  /** Hash rate in TH/s as decimal text. "0" for a frame, which does not mine. */
  readonly hashRateThs: string;
  readonly powerKw: string;
}

/** A rig with its current terms. */
export interface Item extends ItemFacts {
  readonly priceCents: bigint;
  readonly isOffered: boolean;
}

export const ITEMS: readonly ItemFacts[] = [
  {
    id: "s19-pro",
    name: "S19 Pro",
    type: "ASIC miner",
    hashRateThs: "110",
    powerKw: "3.25",
  },
  {
    id: "m30s-plus-plus",
    name: "M30S++",
    type: "ASIC miner",
    hashRateThs: "112",
    powerKw: "3.47",
  },
  {
    id: "mining-rig-frame",
    name: "Mining Rig Frame",
    type: "Frame",
    hashRateThs: "0",
    powerKw: "0",
  },
];

export function isMiner({ hashRateThs }: ItemFacts): boolean {
  return hashRateThs !== "0";
}

export function priceSats(item: Item, rate: DatedRate): bigint {
  return chargeSats(item.priceCents, rate);
}

/**
 * Returns the expected daily profit or loss at these reference values and this electricity price
 * (USD per kWh).
 */
export function itemResult(
  item: Item,
  usdPerKwh: string,
  reference: RewardTerms & DatedRate,
): RigResult {
  const hashRate = hashRateOfThs(item.hashRateThs);
  const watts = wattsOfKw(item.powerKw);
  const { priceCents } = item;
  return rigResult({ hashRate, watts, priceCents }, usdPerKwh, reference, reference);
}

/**
 * Returns the rig's features. Each sentence states a fact about the rig or its contract; none is
 * advertising.
 */
export function itemFeatures(item: ItemFacts): string[] {
  const sale =
    "Can be sold back at the posted price: 80 % at first, nothing after 36 months, never more BTC than you paid";
  if (!isMiner(item)) return ["Holds rigs; does not mine, use power or earn anything", sale];
  return [
    `${item.hashRateThs} TH/s for as long as you own it`,
    `${item.powerKw} kW at your own electricity price, charged with each payout`,
    "Earns and uses power only while mining is on",
    "Stops when your balance cannot pay for its power; you owe nothing then",
    sale,
  ];
}
