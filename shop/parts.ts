/** What the shop needs from outside: the machines' work and the figures of mining come from the room that knows them. */
import type { DatedRate, RewardTerms } from "#economics";
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

export interface ShopMining {
  referenceValuesAt(queryable: Queryable, now: Date): Promise<RewardTerms & DatedRate>;
  /** What the user pays for electricity, USD per kWh as decimal text. */
  tariffAt(queryable: Queryable, userId: string, now: Date): Promise<{ usdPerKwh: string }>;
  /** Whether the house can pay seven days of what it has sold. */
  isCovered(queryable: Queryable, now: Date): Promise<boolean>;
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
