/**
 * One administrator proposes the descriptor that coins go to, another sets it; each asked for
 * authority over money and written to the audit trail.
 */
import { recordAudit, type AuditAction } from "#audit";
import type { Caller } from "#api-schema/route";
import type { DatabaseTransaction } from "#platform";
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
    await record(tx, caller, { action: "cold.propose_descriptor", reason, now, row });
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
    await record(tx, caller, { action: "cold.set_descriptor", reason: row.reason, now, row });
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
    await record(tx, caller, { action: "cold.reject_descriptor", reason, now, row });
  });
}

async function record(
  tx: DatabaseTransaction,
  caller: Caller,
  entry: {
    readonly action: AuditAction;
    readonly reason: string;
    readonly now: Date;
    readonly row: Parameters<typeof descriptorHash>[0];
  },
): Promise<void> {
  const { row, action, reason, now } = entry;
  await recordAudit(tx, {
    at: now,
    actor: caller.userId,
    action,
    target: null,
    reason,
    before: {},
    after: { coldDescriptor: row.descriptor, approvalHash: descriptorHash(row) },
  });
}
