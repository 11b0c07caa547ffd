/**
 * Decides password reset requests on an installation without a mail server. An administrator checks
 * the user's identity and then either receives a link to pass on to the user or closes the request.
 */
import { recordAudit, type AuditAction } from "#audit";
import type { Caller } from "#api/route";
import type { DatabaseTransaction } from "#platform";
import {
  publishChange,
  countAdministratorWrite,
  requireLockedPerson,
  makeResetLink,
  requireAdministrator,
  requireAuthority,
  takeResetRequest,
  type ResetLink,
} from "#users";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { asUserId } from "../office/user-id.ts";

interface Decision {
  readonly userId: string;
  readonly reason: string;
}

/**
 * Approves the request and returns the link. Throws the refusals of `requireAuthority`, 404
 * `user_not_found`, 403 `reset_of_administrator`, 409 `reset_of_disabled`, or 404
 * `no_reset_request` (also for the second of two concurrent administrators).
 */
export function approveResetRequest(
  deps: AdminDeps,
  caller: Caller,
  decision: Decision,
): Promise<ResetLink> {
  return decide(deps, caller, {
    ...decision,
    action: "user.approve_reset",
    async make(tx, { userId, reason, now }) {
      await requireAuthority(tx, deps, { caller, now });
      const person = await requireLockedPerson(tx, userId, now);
      // Decisions about money need two administrators, so an administrator must not get a reset
      // link for another one's account.
      if (person.isAdmin) throw adminRefusals.reset_of_administrator();
      if (person.isDisabled) throw adminRefusals.reset_of_disabled();
      await take(tx, userId);
      return makeResetLink(tx, deps, { user: person, reason, now });
    },
  });
}

/** Closes the request. Throws 403 `not_admin`, or 404 `user_not_found` or `no_reset_request`. */
export function rejectResetRequest(
  deps: AdminDeps,
  caller: Caller,
  decision: Decision,
): Promise<void> {
  return decide(deps, caller, {
    ...decision,
    action: "user.reject_reset",
    async make(tx, { userId, now }) {
      await requireAdministrator(tx, { userId: caller.userId, now });
      await requireLockedPerson(tx, userId, now);
      await take(tx, userId);
    },
  });
}

async function take(tx: DatabaseTransaction, userId: string): Promise<void> {
  if (!(await takeResetRequest(tx, userId))) throw adminRefusals.no_reset_request();
}

async function decide<Result>(
  deps: AdminDeps,
  caller: Caller,
  decision: Decision & {
    readonly action: AuditAction;
    readonly make: (tx: DatabaseTransaction, approved: Decision & { now: Date }) => Promise<Result>;
  },
): Promise<Result> {
  const userId = asUserId(decision.userId);
  const { action, reason, make } = decision;
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const now = deps.clock.now();
  const result = await deps.database.transaction(async (tx) => {
    const made = await make(tx, { userId, reason, now });
    const facts = {
      before: {},
      after: { resetRequest: action === "user.approve_reset" ? "approved" : "rejected" },
    };
    await recordAudit(tx, { at: now, actor, action, target: userId, reason, ...facts });
    return made;
  });
  publishChange(deps, { userId });
  return result;
}
