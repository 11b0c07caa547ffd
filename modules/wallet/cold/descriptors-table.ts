/**
 * SQL statements for the cold wallet's descriptors. One administrator proposes a descriptor and a
 * second administrator approves it.
 */
import { createHash } from "node:crypto";
import type { Network } from "#bitcoin";
import type { DatabaseTransaction, Queryable } from "#platform";

export interface DescriptorRow {
  readonly id: string;
  readonly network: Network;
  readonly descriptor: string;
  readonly threshold: number;
  readonly keysCount: number;
  readonly reason: string;
  readonly state: "proposed" | "approved" | "rejected";
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly approvalHash: string | null;
}

const DESCRIPTORS = `select id, network, descriptor, threshold, keys_count as "keysCount", reason, state,
  proposed_by as "proposedBy", proposed_at as "proposedAt", decided_by as "decidedBy", decided_at as "decidedAt",
  approval_hash as "approvalHash" from wallet_cold_descriptors`;

export type NewDescriptor = Pick<
  DescriptorRow,
  | "id"
  | "network"
  | "descriptor"
  | "threshold"
  | "keysCount"
  | "reason"
  | "proposedBy"
  | "proposedAt"
>;

/** Returns the hash of the details that an administrator approves. */
export function descriptorHash({
  id,
  network,
  descriptor,
}: Pick<DescriptorRow, "id" | "network" | "descriptor">): string {
  const text = ["cold descriptor", id, network, descriptor].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Returns whether two different people proposed and approved exactly this descriptor. The signer
 * repeats this check.
 */
export function isSetByTwo(row: DescriptorRow): boolean {
  const { state, approvalHash, proposedBy, decidedBy } = row;
  const isOther = decidedBy !== null && decidedBy !== proposedBy;
  return state === "approved" && isOther && approvalHash === descriptorHash(row);
}

/** Returns all descriptors except rejected ones, newest first. */
export function listDescriptors(queryable: Queryable): Promise<DescriptorRow[]> {
  return queryable.query(
    `${DESCRIPTORS} where state <> 'rejected' order by proposed_at desc, id desc`,
  );
}

/** Returns the newest approved descriptor, to which coins are sent. */
export async function currentDescriptor(queryable: Queryable): Promise<DescriptorRow | undefined> {
  const [row] = await queryable.query<DescriptorRow>(
    `${DESCRIPTORS} where state = 'approved' order by decided_at desc, id desc limit 1`,
  );
  return row;
}

export async function findDescriptor(
  queryable: Queryable,
  id: string,
): Promise<DescriptorRow | undefined> {
  const [row] = await queryable.query<DescriptorRow>(`${DESCRIPTORS} where id = $1`, [id]);
  return row;
}

export async function lockDescriptor(
  tx: DatabaseTransaction,
  id: string,
): Promise<DescriptorRow | undefined> {
  const [row] = await tx.query<DescriptorRow>(`${DESCRIPTORS} where id = $1 for update`, [id]);
  return row;
}

/**
 * Inserts a proposal. Returns undefined and inserts nothing if the descriptor is already known or
 * another proposal is pending.
 */
export async function insertDescriptor(
  tx: DatabaseTransaction,
  row: NewDescriptor,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into wallet_cold_descriptors (id, network, descriptor, threshold, keys_count, reason, proposed_by, proposed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [
      row.id,
      row.network,
      row.descriptor,
      row.threshold,
      row.keysCount,
      row.reason,
      row.proposedBy,
      row.proposedAt,
    ],
  );
  return rows.length > 0;
}

export async function decideDescriptor(
  tx: DatabaseTransaction,
  decision: {
    readonly id: string;
    readonly state: "approved" | "rejected";
    readonly decidedBy: string;
    readonly decidedAt: Date;
    readonly approvalHash: string | null;
  },
): Promise<void> {
  await tx.query(
    `update wallet_cold_descriptors set state = $2, decided_by = $3, decided_at = $4, approval_hash = $5
     where id = $1 and state = 'proposed'`,
    [decision.id, decision.state, decision.decidedBy, decision.decidedAt, decision.approvalHash],
  );
}
