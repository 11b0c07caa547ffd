/** A user's machines with their work, state and what the house gives for them now. */
import { buyBackCents, buyBackSats } from "#economics";
import { isMining, rigsOf, type Rig } from "#mining";
import { referenceValuesAt } from "#treasury";
import { isMiner, ITEMS, type ItemFacts } from "./items.ts";
import { rigsOwnedBy, type OwnedRig } from "./orders-table.ts";
import type { ShopParts } from "./parts.ts";

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

export async function listRigs(
  { database, clock }: Pick<ShopParts, "database" | "clock">,
  { userId }: { readonly userId: string },
): Promise<RigView[]> {
  const now = clock.now();
  const rate = await referenceValuesAt(database, now);
  const isOn = await isMining(database, userId);
  const works = new Map((await rigsOf(database, userId)).map((work) => [work.id, work]));
  return (await rigsOwnedBy(database, userId)).map((rig) => {
    const ageMs = BigInt(now.getTime() - rig.boughtAt.getTime());
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
