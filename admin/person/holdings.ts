/**
 * What a person has open and had: contracts, boosts, stakes, investments and rigs of three rooms in one list, page by page.
 * Each room gives the next ones of its own, as many as a page has, and the newest of them all are the page.
 */
import { positionsBefore, productById, type Position } from "#earn";
import { purchasesBefore, rigEarnings, type Purchase } from "#mining";
import type { Clock, Database } from "#platform";
import { rigsBefore, type OwnedRig } from "#shop";

interface Holding {
  readonly id: string;
  readonly kind: "contract" | "boost" | "staking" | "investment" | "rig";
  readonly name: string;
  readonly isOpen: boolean;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
  readonly paidSats: bigint;
  readonly earnedSats: bigint | null;
}

/** Newest first, of what began at the same time the larger id first; those before the place. */
export async function holdingsOf(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  page: {
    readonly userId: string;
    readonly before: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Holding[]> {
  const now = clock.now();
  const rigs = await rigsBefore(database, page);
  const earnings = await rigEarnings(
    database,
    rigs.map(({ id }) => id),
  );
  const all = [
    ...(await purchasesBefore(database, page)).map((one) => ofPurchase(one, now)),
    ...(await positionsBefore(database, page)).map(ofPosition),
    ...rigs.map((rig) => ofRig(rig, earnings.get(rig.id) ?? null)),
  ];
  return all.toSorted(newerFirst).slice(0, page.limit);
}

/** Ids are ASCII: comparing their code units is what the tables do under the collation "C". */
function newerFirst(a: Holding, b: Holding): number {
  return b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1);
}

function ofPurchase(purchase: Purchase, now: Date): Holding {
  const { id, startsAt, endsAt, paidSats, earnedSats, planName, multiplierTenths } = purchase;
  return {
    id,
    kind: planName === null ? "boost" : "contract",
    name: planName ?? `Boost ${String((multiplierTenths ?? 0) / 10)}x`,
    isOpen: endsAt > now,
    startedAt: startsAt,
    endsAt,
    paidSats,
    earnedSats,
  };
}

function ofPosition(position: Position): Holding {
  const { id, productId, state, openedAt, endsAt, principalSats, paidSats } = position;
  const { kind, name } = productById(productId);
  return {
    id,
    kind,
    name,
    isOpen: state !== "closed",
    startedAt: openedAt,
    endsAt,
    paidSats: principalSats,
    earnedSats: paidSats ?? 0n,
  };
}

/** What does not mine has earnings that nobody knows of: null. */
function ofRig(rig: OwnedRig, earnedSats: bigint | null): Holding {
  return {
    id: rig.id,
    kind: "rig",
    name: rig.name,
    isOpen: rig.soldAt === null,
    startedAt: rig.boughtAt,
    endsAt: rig.soldAt,
    paidSats: rig.paidSats,
    earnedSats,
  };
}
