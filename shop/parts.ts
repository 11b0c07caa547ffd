/** What the shop needs from outside: the machines' work and the figures of mining come from the room that knows them. */
import type { DatedRate, HashesPerSecond, RewardTerms } from "#economics";
import type { Transfer } from "#ledger";
import type { Bus, Clock, Database, DatabaseTransaction, Queryable } from "#platform";

/** The work of one user's machine, as far as it went. */
export interface RigWork {
  readonly id: string;
  readonly earnedSats: bigint;
  readonly powerPaidSats: bigint;
  /** Its power is not paid since then. */
  readonly stoppedAt: Date | null;
}

/** Counted together when several are bought at once. */
export interface MachinesOnSale {
  readonly hashRate: HashesPerSecond;
  /** They have no fixed end. */
  readonly milliseconds: null;
  readonly priceSats: bigint;
  /** What the house would give for them at once. */
  readonly onDemandSats: bigint;
}

/** What the house pays at once to whoever gives his machines back. */
export type OnDemandSats = (
  queryable: Queryable,
  at: { readonly now: Date; readonly rate: DatedRate },
) => Promise<bigint>;

export interface ShopMining {
  referenceValuesAt(queryable: Queryable, now: Date): Promise<RewardTerms & DatedRate>;
  /** What the user pays for electricity, USD per kWh as decimal text. */
  tariffAt(queryable: Queryable, userId: string, now: Date): Promise<{ usdPerKwh: string }>;
  /** What the house has beyond all that it has to cover, as far as it takes to answer, and whether it could sell this. For showing. */
  readMargin(
    queryable: Queryable,
    question: {
      readonly now: Date;
      readonly onDemand: OnDemandSats;
      readonly isEnough: (marginSats: bigint) => boolean;
    },
  ): Promise<bigint>;
  staysCovered(marginSats: bigint, machines: MachinesOnSale, reference: RewardTerms): boolean;
  /** Whether the house may sell these machines. Locks the buyer's mining and all other sales until the end of the transaction. */
  mayInstall(
    tx: DatabaseTransaction,
    onDemandSats: OnDemandSats,
    sale: Omit<MachinesOnSale, "milliseconds"> & { readonly userId: string; readonly now: Date },
  ): Promise<boolean>;
  isMining(queryable: Queryable, userId: string): Promise<boolean>;
  rigsOf(queryable: Queryable, userId: string): Promise<readonly RigWork[]>;
  installRig(
    tx: DatabaseTransaction,
    rig: {
      readonly id: string;
      readonly userId: string;
      readonly name: string;
      readonly hashRateThs: string;
      readonly powerKw: string;
      readonly startsAt: Date;
      readonly paidSats: bigint;
      readonly paidCents: bigint;
    },
  ): Promise<void>;
  /** Settles the machine's open time; the transfers are to be posted after the credit of the sale, in the same event. */
  removeRig(
    tx: DatabaseTransaction,
    removal: {
      readonly userId: string;
      readonly rigId: string;
      readonly now: Date;
      readonly proceedsSats: bigint;
    },
  ): Promise<readonly Transfer[]>;
  /** The same for what is sold in any case. */
  countAsSold(
    tx: DatabaseTransaction,
    sold: { readonly now: Date; readonly sale: MachinesOnSale },
  ): Promise<void>;
  /** Until the end of the transaction nobody else sells, buys back or gives coins of the treasury away. */
  lockCover(tx: DatabaseTransaction): Promise<void>;
  /** Brings what the house's mining account lacks from its treasury. False when both are short. */
  fundPayouts(
    parts: { readonly database: Database; readonly clock: Clock },
    neededSats: bigint,
  ): Promise<boolean>;
}

export interface ShopParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  /** Whether the chain took back coins that the user had; the wallet knows. */
  readonly isFrozen: (tx: DatabaseTransaction, userId: string) => Promise<boolean>;
  readonly mining: ShopMining;
}
