/** What a sold contract writes: its earner, its row, and the price. Pure. */
import type { Offer } from "#economics";
import { newId, transferIdOf, type IdempotentRequest } from "#platform";
import type { ReferenceValues } from "#treasury";
import type { Charge } from "./charge.ts";
import type { Contract } from "./contracts-table.ts";
import type { NewEarner } from "./earners-table.ts";
import type { Plan } from "./plans.ts";

export interface SoldContract {
  readonly earner: NewEarner;
  readonly contract: Contract;
  readonly charge: Charge;
}

interface Terms {
  readonly plan: Plan;
  readonly offer: Offer;
  readonly reference: ReferenceValues;
  readonly now: Date;
}

export function soldContract(
  request: IdempotentRequest,
  { plan, offer, reference, now }: Terms,
): SoldContract {
  const { userId } = request;
  const { id: planId, name, powerKw } = plan;
  const id = newId("ctr", now);
  const purchase = {
    id,
    hashRate: offer.hashRate,
    startsAt: now,
    endsAt: new Date(now.getTime() + Number(offer.milliseconds)),
    referenceId: reference.id,
    paidSats: offer.costSats,
    paidCents: offer.costCents,
  };
  return {
    earner: { ...purchase, userId, kind: "contract" },
    contract: { ...purchase, planId, name, powerKw, postedSats: 0n, remainderNanosats: null },
    charge: {
      transferId: transferIdOf(request, "price"),
      userId,
      sats: offer.costSats,
      code: "contract_purchase",
      cause: id,
      what: name,
    },
  };
}
