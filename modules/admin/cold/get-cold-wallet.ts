/**
 * Returns the cold wallet's state for administrators: the proposals, their authors, and which
 * proposals the caller may approve.
 */
import type { Caller } from "#api/route";
import { callersAuthority, findEmails } from "#users";
import { coldFigures, feeFigures } from "#wallet";
import type { AdminDeps } from "../office/deps.ts";

export async function getColdWallet(deps: AdminDeps, caller: Caller) {
  const { database, clock, account, feeNode } = deps;
  const now = clock.now();
  const { rate } = await feeFigures(database, feeNode);
  const { descriptors, moves, returns, ...status } = await coldFigures(database, {
    account,
    rate,
  });
  const people = [
    ...descriptors.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy ?? []]),
    ...returns.flatMap(({ proposedBy, approvedBy }) => [proposedBy, approvedBy ?? []]),
  ].flat();
  const emails = await findEmails(database, [...new Set(people)]);
  const emailOf = (id: string | null) => (id === null ? null : (emails.get(id) ?? null));
  const authority = await callersAuthority(database, deps, { caller, now });
  /**
   * Returns why the administrator cannot decide, so that the page can show the reason in advance.
   */
  const obstacleTo = ({ proposedBy }: { readonly proposedBy: string }) => {
    if (caller.aal !== "aal2") return "second_factor_required" as const;
    if (proposedBy === caller.userId) return "own_proposal" as const;
    const state = authority?.state ?? "second_factor_required";
    return state === "full" ? null : state;
  };
  return {
    at: now,
    ...status,
    descriptors: descriptors.map((row) => ({
      ...row,
      proposedByEmail: emailOf(row.proposedBy),
      decidedByEmail: emailOf(row.decidedBy),
      obstacle: obstacleTo(row),
    })),
    moves: [...moves],
    returns: returns.map((row) => ({
      ...row,
      proposedByEmail: emailOf(row.proposedBy),
      approvedByEmail: emailOf(row.approvedBy),
      obstacle: obstacleTo(row),
      psbt: row.state === "approved" ? row.psbt : null,
    })),
  };
}
