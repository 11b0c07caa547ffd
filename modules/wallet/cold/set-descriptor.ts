/**
 * Sets the descriptor that coins are sent to. One administrator proposes a descriptor, and another
 * administrator, who sees the same text, approves it. Each change runs in the transaction that
 * checks the administrator's authority. Earlier descriptors are still watched.
 */
import type { Network } from "#bitcoin";
import { newId, type DatabaseTransaction } from "#platform";
import { ableAdministrators } from "#users";
import { scriptsAhead, watchScripts } from "./cold-addresses-table.ts";
import { coldRefusals as refuse } from "./cold-refusals.ts";
import {
  decideDescriptor,
  descriptorHash,
  insertDescriptor,
  lockDescriptor,
  type DescriptorRow,
} from "./descriptors-table.ts";
import { parseDescriptor } from "./descriptor.ts";

interface Act {
  readonly by: string;
  readonly now: Date;
}

interface Hot {
  readonly network: Network;
  readonly xpub: string;
}

/**
 * Saves a proposed descriptor. Throws a Refusal if the descriptor is unsupported or already known,
 * or if another proposal is pending.
 */
export async function proposeDescriptor(
  tx: DatabaseTransaction,
  hot: Hot,
  { descriptor, reason, by, now }: Act & { readonly descriptor: string; readonly reason: string },
): Promise<Pick<DescriptorRow, "id" | "network" | "descriptor">> {
  const { network } = hot;
  const parsed = parseDescriptor(descriptor, { network, hotXpub: hot.xpub });
  const row = {
    id: newId("cds", now),
    network,
    descriptor: parsed.text,
    threshold: parsed.threshold,
    keysCount: parsed.keysCount,
    reason,
    proposedBy: by,
    proposedAt: now,
  };
  if (await insertDescriptor(tx, row)) return row;
  const [existing] = await tx.query(
    "select from wallet_cold_descriptors where descriptor = $1 and state <> 'rejected'",
    [parsed.text],
  );
  throw existing ? refuse.cold_descriptor_known() : refuse.cold_descriptor_waits();
}

/** Approves a proposed descriptor. Throws a Refusal if the administrator is its proposer. */
export async function approveDescriptor(
  tx: DatabaseTransaction,
  hot: Hot,
  { id, approvalHash, by, now }: Act & { readonly id: string; readonly approvalHash: string },
): Promise<DescriptorRow> {
  const row = await lockProposed(tx, id);
  if (row.proposedBy === by) throw refuse.cold_own_proposal();
  if (descriptorHash(row) !== approvalHash) throw refuse.cold_approval_stale();
  const able = await ableAdministrators(tx, { userIds: [row.proposedBy], now });
  if (able.length === 0) throw refuse.cold_proposer_gone();
  const descriptor = parseDescriptor(row.descriptor, { network: hot.network, hotXpub: hot.xpub });
  const scripts = scriptsAhead(descriptor, { end: 0, used: -1 });
  await decideDescriptor(tx, {
    id,
    state: "approved",
    decidedBy: by,
    decidedAt: now,
    approvalHash,
  });
  await watchScripts(tx, scripts, { descriptorId: id, now });
  return row;
}

/**
 * Rejects a proposed descriptor. Its proposer may also reject it. Throws a Refusal if the proposal
 * was already decided.
 */
export async function rejectDescriptor(
  tx: DatabaseTransaction,
  { id, by, now }: Act & { readonly id: string },
): Promise<DescriptorRow> {
  const row = await lockProposed(tx, id);
  const decision = { decidedBy: by, decidedAt: now, approvalHash: null };
  await decideDescriptor(tx, { id, state: "rejected", ...decision });
  return row;
}

async function lockProposed(tx: DatabaseTransaction, id: string): Promise<DescriptorRow> {
  const row = await lockDescriptor(tx, id);
  if (!row) throw refuse.cold_not_found();
  if (row.state !== "proposed") throw refuse.cold_decided();
  return row;
}
