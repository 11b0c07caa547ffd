/** What a person has open and had: contracts, boosts, stakes, investments and rigs of three rooms in one list. */
import { listPositions, type PositionView } from "#earn";
import { boostsOf, contractsOf, rigsOf, type Boost, type Contract, type Rig } from "#mining";
import type { Clock, Database } from "#platform";
import { rigsOwnedBy, type OwnedRig } from "#shop";

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

/** Newest first. */
export async function holdingsOf(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  userId: string,
): Promise<Holding[]> {
  const now = clock.now();
  const { positions } = await listPositions({ database, clock }, { userId });
  const works = new Map((await rigsOf(database, userId)).map((rig) => [rig.id, rig]));
  return [
    ...(await contractsOf(database, userId)).map((one) => ofContract(one, now)),
    ...(await boostsOf(database, userId)).map((one) => ofBoost(one, now)),
    ...positions.map(ofPosition),
    ...(await rigsOwnedBy(database, userId)).map((rig) => ofRig(rig, works.get(rig.id))),
  ].toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
}

function ofContract(contract: Contract, now: Date): Holding {
  const { id, name, startsAt, endsAt, paidSats, postedSats } = contract;
  const isOpen = endsAt > now;
  return {
    id,
    kind: "contract",
    name,
    isOpen,
    startedAt: startsAt,
    endsAt,
    paidSats,
    earnedSats: postedSats,
  };
}

function ofBoost(boost: Boost, now: Date): Holding {
  const { id, multiplierTenths, startsAt, endsAt, paidSats, postedSats } = boost;
  const name = `Boost ${String(multiplierTenths / 10)}x`;
  const isOpen = endsAt > now;
  return {
    id,
    kind: "boost",
    name,
    isOpen,
    startedAt: startsAt,
    endsAt,
    paidSats,
    earnedSats: postedSats,
  };
}

function ofPosition(position: PositionView): Holding {
  const { id, product, state, openedAt, endsAt, principalSats, paidSats } = position;
  return {
    id,
    kind: product.kind,
    name: product.name,
    isOpen: state !== "closed",
    startedAt: openedAt,
    endsAt,
    paidSats: principalSats,
    earnedSats: paidSats ?? 0n,
  };
}

/** A machine that does not mine has no work to know of. */
function ofRig(rig: OwnedRig, work: Rig | undefined): Holding {
  return {
    id: rig.id,
    kind: "rig",
    name: rig.name,
    isOpen: rig.soldAt === null,
    startedAt: rig.boughtAt,
    endsAt: rig.soldAt,
    paidSats: rig.paidSats,
    earnedSats: work?.earnedSats ?? null,
  };
}
