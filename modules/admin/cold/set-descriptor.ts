/**
 * One administrator proposes the descriptor that coins go to, another sets it; each asked for
 * authority over money and written to the audit trail.
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
import type { AdminParts } from "../office/parts.ts";
import { recordColdChange } from "./record-cold-change.ts";

type Parts = AdminParts;

/** Throws the refusals of a descriptor. */
export async function proposeColdDescriptor(
  parts: Parts,
  caller: Caller,
  { descriptor, reason }: { readonly descriptor: string; readonly reason: string },
) {
  await countAdministratorWrite(parts, caller.userId);
  const now = parts.clock.now();
  return parts.database.transaction(async (tx) => {
    await requireAuthority(tx, parts, { caller, now });
    const proposal = { descriptor, reason, by: caller.userId, now };
    const row = await proposeDescriptor(tx, parts.account, proposal);
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
  parts: Parts,
  caller: Caller,
  approval: { readonly descriptorId: string; readonly approvalHash: string },
): Promise<void> {
  await countAdministratorWrite(parts, caller.userId);
  const now = parts.clock.now();
  await parts.database.transaction(async (tx) => {
    await requireAuthority(tx, parts, { caller, now });
    const { descriptorId: id, approvalHash } = approval;
    const decision = { id, approvalHash, by: caller.userId, now };
    const row = await approveDescriptor(tx, parts.account, decision);
    await recordColdChange(tx, caller, {
      action: "cold.set_descriptor",
      reason: row.reason,
      now,
      after: about(row),
    });
  });
  parts.bus.publish("wake", { worker: COLD_MOVER });
}

/** It moves nothing: a second factor is enough. */
export async function rejectColdDescriptor(
  parts: Parts,
  caller: Caller,
  { descriptorId: id, reason }: { readonly descriptorId: string; readonly reason: string },
): Promise<void> {
  requireSecondFactor(caller);
  await countAdministratorWrite(parts, caller.userId);
  const now = parts.clock.now();
  await parts.database.transaction(async (tx) => {
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
