/** Starts a rig in the transaction of its purchase. The rig earns from that moment on. */
import { hashRateOfThs, wattsOfKw } from "#economics";
import type { DatabaseTransaction } from "#platform";
import { insertHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { lockMiner } from "../accrual/miners-table.ts";
import { referenceValuesAt } from "#treasury";
import { insertRig } from "../accrual/rigs-table.ts";

export interface NewRig {
  /** `rig_` and 32 hex digits. The shop uses the same id. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hashRateThs: string;
  readonly powerKw: string;
  readonly startsAt: Date;
  readonly paidSats: bigint;
  readonly paidCents: bigint;
}

export async function installRig(tx: DatabaseTransaction, rig: NewRig): Promise<void> {
  await lockMiner(tx, rig.userId);
  const { id: referenceId } = await referenceValuesAt(tx, rig.startsAt);
  const { id, userId, name, startsAt, paidSats, paidCents } = rig;
  const hashRate = hashRateOfThs(rig.hashRateThs);
  const paid = { paidSats, paidCents };
  const source = { id, userId, hashRate, startsAt, endsAt: null, referenceId, ...paid };
  await insertHashRateSources(tx, [{ ...source, kind: "rig" }]);
  await insertRig(tx, { id, name, watts: wattsOfKw(rig.powerKw), startsAt });
}
