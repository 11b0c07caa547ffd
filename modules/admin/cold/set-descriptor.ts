/**
 * Lets one administrator propose the cold wallet's descriptor and a second one approve it. Both
 * administrators need authority over money, and both steps are recorded in the audit log.
 */
import type { Caller } from "#api/route";
import {
  countAdministratorWrite,
  requireAdministrator,
  requireAuthority,
  requireSecondFactor,
} from "#users";
import {
  approveDescriptor,
  COLD_MOVER,
  descriptorHash,
  proposeDescriptor,
  rejectDescriptor,
} from "#wallet";
import type { AdminDeps } from "../office/deps.ts";
import { recordColdChange } from "./record-cold-change.ts";

type Deps = AdminDeps;

/** Saves the proposal. Throws the refusals of `proposeDescriptor`. */
export async function proposeColdDescriptor(
  deps: Deps,
  caller: Caller,
  { descriptor, reason }: { readonly descriptor: string; readonly reason: string },
) {
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const proposal = { descriptor, reason, by: caller.userId, now };
    const row = await proposeDescriptor(tx, deps.account, proposal);
    const approvalHash = descriptorHash(row);
    await recordColdChange(tx, caller, {
      action: "cold.propose_descriptor",
      reason,
      now,
      after: about(row),
    });
    return { id: row.id, approvalHash };
  });
}

export async function approveColdDescriptor(
  deps: Deps,
  caller: Caller,
  approval: { readonly descriptorId: string; readonly approvalHash: string },
): Promise<void> {
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const { descriptorId: id, approvalHash } = approval;
    const decision = { id, approvalHash, by: caller.userId, now };
    const row = await approveDescriptor(tx, deps.account, decision);
    await recordColdChange(tx, caller, {
      action: "cold.set_descriptor",
      reason: row.reason,
      now,
      after: about(row),
    });
  });
  deps.bus.publish("wake", { worker: COLD_MOVER });
}

/**
 * Rejects the proposal. Two-factor authentication is enough, because a rejection moves no money.
 */
export async function rejectColdDescriptor(
  deps: Deps,
  caller: Caller,
  { descriptorId: id, reason }: { readonly descriptorId: string; readonly reason: string },
): Promise<void> {
  requireSecondFactor(caller);
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: caller.userId, now });
    const row = await rejectDescriptor(tx, { id, by: caller.userId, now });
    await recordColdChange(tx, caller, {
      action: "cold.reject_descriptor",
      reason,
      now,
      after: about(row),
    });
  });
}

function about(row: Parameters<typeof descriptorHash>[0]) {
  return { coldDescriptor: row.descriptor, approvalHash: descriptorHash(row) };
}
