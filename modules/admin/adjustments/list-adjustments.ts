/** Lists balance corrections: open and decided ones for administrators, and each user's own. */
import type { Caller } from "#api/route";
import { callersAuthority, findEmails } from "#users";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { adjustmentHash, stateAt, type Adjustment } from "./adjustment-rules.ts";
import { findAdjustments, findAdjustmentsOf } from "./adjustments-table.ts";

type Deps = Pick<AdminDeps, "clock" | "database" | "hosted" | "limits">;

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Returns a page, newest first. Throws 400 `bad_cursor`. */
export async function listAdjustments(
  deps: Deps,
  caller: Caller,
  { filter, cursor, limit }: PageQuery & { readonly filter: "waiting" | "decided" },
) {
  const { database, clock } = deps;
  const now = clock.now();
  const authority = await callersAuthority(database, deps, { caller, now });
  const isWaiting = filter === "waiting";
  const place = { beforeId: idOf(cursor), limit: limit + 1 };
  const { rows, nextCursor } = pageOf(
    await findAdjustments(database, { ...place, isWaiting, now }),
    limit,
  );
  const people = rows.flatMap(({ userId, proposedBy, decidedBy }) => [
    userId,
    proposedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
  ]);
  const emails = await findEmails(database, [...new Set(people)]);
  const emailOf = (id: string | null) => (id === null ? null : (emails.get(id) ?? null));
  return {
    items: rows.map((row) => ({
      ...sumsOf(row),
      id: row.id,
      kind: row.kind,
      userId: row.userId,
      userEmail: emailOf(row.userId),
      reason: row.reason,
      proposedById: row.proposedBy,
      proposedByEmail: emailOf(row.proposedBy),
      proposedAt: row.proposedAt,
      expiresAt: row.expiresAt,
      state: stateAt(row, now),
      decidedById: row.decidedBy,
      decidedByEmail: emailOf(row.decidedBy),
      decidedAt: row.decidedAt,
      rejectedReason: row.rejectedReason,
      approvalHash: adjustmentHash(row),
      obstacle: obstacleOf(row, caller, authority),
    })),
    nextCursor,
  };
}

/**
 * Returns corrections that moved the caller's money, with the reason for each. Throws 400
 * `bad_cursor`.
 */
export async function listOwnAdjustments(
  { database }: Deps,
  { userId }: Pick<Caller, "userId">,
  { cursor, limit }: PageQuery,
) {
  const place = { beforeId: idOf(cursor), limit: limit + 1 };
  const { rows, nextCursor } = pageOf(
    await findAdjustmentsOf(database, { ...place, userId }),
    limit,
  );
  return {
    items: rows.map((row) => ({
      ...sumsOf(row),
      id: row.id,
      reason: row.reason,
      at: row.decidedAt ?? row.proposedAt,
    })),
    nextCursor,
  };
}

function pageOf(rowsAndNext: Adjustment[], limit: number) {
  const rows = rowsAndNext.slice(0, limit);
  return { rows, nextCursor: rowsAndNext.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

function idOf(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !/^adj_[0-9a-f]{32}$/.test(cursor)) throw adminRefusals.bad_cursor();
  return cursor;
}

function sumsOf({ asset, amount }: Adjustment) {
  const isBtc = asset === "BTC";
  return { asset, amountSats: isBtc ? amount : null, amountCents: isBtc ? null : amount };
}

/** Returns why the administrator cannot decide, so that the page can show the reason in advance. */
function obstacleOf(
  { userId, proposedBy }: Adjustment,
  caller: Caller,
  authority: Awaited<ReturnType<typeof callersAuthority>>,
) {
  const isProposer = proposedBy === caller.userId;
  if (userId === caller.userId && !isProposer) return "own_account" as const;
  if (caller.aal !== "aal2") return "second_factor_required" as const;
  if (isProposer) return "own_proposal" as const;
  const state = authority?.state ?? "second_factor_required";
  return state === "full" ? null : state;
}
