/**
 * The rigs. Prices are posted in USD, see item-terms.ts, and paid in BTC, rounded up per
 * rig.
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

/** What a rig is; another hash rate would be another rig. */
export interface ItemFacts {
  readonly id: string;
  readonly name: string;
  readonly type: "ASIC miner" | "Frame";
  /** Decimal text, TH/s and kW; 0 for what does not mine. */
  readonly hashRateThs: string;
  readonly powerKw: string;
}

/** With the terms in force. */
export interface Item extends ItemFacts {
  readonly priceCents: bigint;
  /** False: no longer sold. */
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

/** Per day at these values and this tariff, USD per kWh. */
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

/** Each sentence is a property of the rig or of its contract, none is praise. */
export function itemFeatures(item: ItemFacts): string[] {
  const sale =
    "Sold back at the posted price: 80 % at first, nothing after 36 months, never more BTC than you paid";
  if (!isMiner(item))
    return ["Holds machines. It mines nothing, uses no power, earns nothing", sale];
  return [
    `${item.hashRateThs} TH/s for as long as you own it`,
    `${item.powerKw} kW at your own electricity price, charged with each payout`,
    "Earns and uses power only while mining is on",
    "Stops when your balance does not carry its power; nothing is owed then",
    sale,
  ];
}
