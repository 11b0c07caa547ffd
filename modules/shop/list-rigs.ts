/** Lists a user's rigs with their earnings, state and current buyback price. */
import { buyBackCents, buyBackSats } from "#economics";
import { isMining, rigsOf, type Rig } from "#mining";
import { referenceValuesAt } from "#treasury";
import { isMiner, ITEMS, type ItemFacts } from "./items.ts";
import {
  ownedByOrder,
  rigsBehind,
  type OwnedRig,
  type RackedRig,
  type RackPlace,
} from "./orders-table.ts";
import type { ShopDeps } from "./deps.ts";
import { shopRefusals } from "./refusals.ts";

const CURSOR = /^(owned|sold)\.(\d{1,18})\.(\w{1,64})$/;

export type RigState = "mining" | "idle" | "power_not_paid" | "earns_nothing" | "sold";

export interface RigView extends OwnedRig {
  readonly item: ItemFacts;
  readonly state: RigState;
  readonly earnedSats: bigint;
  readonly powerPaidSats: bigint;
  readonly stoppedAt: Date | null;
  readonly sellBackSats: bigint;
  readonly sellBackCents: bigint;
}

export interface Rack {
  readonly items: readonly RigView[];
  readonly nextCursor: string | null;
  /** Earnings minus power costs of all rigs ever bought, excluding purchase prices. */
  readonly netSats: bigint;
  /** Total buyback price of all rigs still owned. */
  readonly sellBackSats: bigint;
}

export interface RackRequest {
  readonly userId: string;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Returns a page of rigs. Throws `cursor_malformed`. */
export async function listRigs(
  { database, clock }: Pick<ShopDeps, "database" | "clock">,
  { userId, cursor, limit }: RackRequest,
): Promise<Rack> {
  const now = clock.now();
  const behind = placeOf(cursor);
  const rate = await referenceValuesAt(database, now);
  const isOn = await isMining(database, userId);
  const works = new Map((await rigsOf(database, userId)).map((work) => [work.id, work]));
  const ageOf = ({ boughtAt }: Pick<OwnedRig, "boughtAt">) =>
    BigInt(now.getTime() - boughtAt.getTime());
  const rigs = await rigsBehind(database, { userId, behind, limit: limit + 1 });
  const page = rigs.slice(0, limit);
  const items = page.map((rig): RigView => {
    const ageMs = ageOf(rig);
    const work = works.get(rig.id);
    const isSold = rig.soldAt !== null;
    return {
      ...rig,
      item: itemOf(rig),
      state: stateOf(rig, work, isOn),
      earnedSats: work?.earnedSats ?? 0n,
      powerPaidSats: work?.powerPaidSats ?? 0n,
      stoppedAt: work?.stoppedAt ?? null,
      sellBackSats: isSold ? 0n : buyBackSats(rig, ageMs, rate),
      sellBackCents: isSold ? 0n : buyBackCents(rig, ageMs, rate),
    };
  });
  const last = rigs.length > limit ? page.at(-1) : undefined;
  const owned = await ownedByOrder(database, userId);
  return {
    items,
    nextCursor: last === undefined ? null : cursorOf(last),
    netSats: [...works.values()].reduce(
      (sum, { earnedSats, powerPaidSats }) => sum + earnedSats - powerPaidSats,
      0n,
    ),
    sellBackSats: owned.reduce(
      (sum, rig) => sum + rig.count * buyBackSats(rig, ageOf(rig), rate),
      0n,
    ),
  };
}

function cursorOf({ soldAt, position, id }: RackedRig): string {
  return `${soldAt === null ? "owned" : "sold"}.${position}.${id}`;
}

function placeOf(cursor: string | undefined): RackPlace | undefined {
  if (cursor === undefined) return undefined;
  const [, part, position = "", id = ""] = CURSOR.exec(cursor) ?? [];
  if (part === undefined) throw shopRefusals.cursor_malformed();
  return { isSold: part === "sold", position: BigInt(position), id };
}

function itemOf({ itemId }: OwnedRig): ItemFacts {
  const item = ITEMS.find(({ id }) => id === itemId);
  if (!item) throw new Error(`no item ${itemId}`);
  return item;
}

function stateOf(rig: OwnedRig, work: Rig | undefined, isOn: boolean): RigState {
  if (rig.soldAt) return "sold";
  if (!isMiner(itemOf(rig))) return "earns_nothing";
  if (work?.stoppedAt) return "power_not_paid";
  return isOn ? "mining" : "idle";
}
