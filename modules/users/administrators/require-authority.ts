/**
 * Checks an administrator's authority by the rule in `authority.ts`. Each decision about money or
 * about administrators starts with this check in the same transaction. Other actions of
 * administrators need only `requireAdministrator`.
 */
import type { Caller } from "#api/route";
import { utcMinute, type DatabaseTransaction, type Queryable } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { requireStepUp } from "../proofs/require-step-up.ts";
import { userRefusals } from "../rules/refusals.ts";
import { authorityOf, type Authority, type AuthorityTerms, type RoleFacts } from "./authority.ts";
import { requireAdministrator } from "./require-administrator.ts";
import { findRole } from "./roles-table.ts";

export type AuthorityDeps = Pick<UsersDeps, "hosted" | "limits">;

interface Deciding {
  readonly caller: Pick<Caller, "aal" | "userId">;
  readonly now: Date;
}

interface ProvenDeciding {
  readonly caller: Pick<Caller, "aal" | "provenAt" | "sessionId" | "userId">;
  readonly now: Date;
}

/**
 * Throws 403 `not_admin`, `second_factor_required`, `authority_unconfirmed`, `authority_waiting` or
 * `step_up_required`. A stolen session alone must not be enough, so recent re-authentication is
 * required. A request with an idempotency key must call `requireStepUp` before it uses the key, so
 * that the browser can repeat the request after re-authentication.
 */
export async function requireAuthority(
  tx: DatabaseTransaction,
  deps: AuthorityDeps,
  { caller, now }: ProvenDeciding,
): Promise<void> {
  await requireAdministrator(tx, { userId: caller.userId, now });
  const authority = await callersAuthority(tx, deps, { caller, now });
  if (authority?.state !== "full") throw refusalOf(authority, deps);
  await requireStepUp({ database: tx, clock: { now: () => now } }, caller);
}

/**
 * Throws 403 `second_factor_required` unless the session has used a second factor. Sufficient for
 * rejections, which move no money.
 */
export function requireSecondFactor({ aal }: Pick<Caller, "aal">): void {
  if (aal !== "aal2") throw userRefusals.second_factor_required();
}

/** Returns the caller's authority in this session. Null if the caller is not an administrator. */
export async function callersAuthority(
  queryable: Queryable,
  deps: AuthorityDeps,
  { caller, now }: Deciding,
): Promise<Authority | null> {
  const role = await findRole(queryable, caller.userId);
  return role ? sessionAuthority(role, deps, { caller, now }) : null;
}

/**
 * Returns the caller's authority at the level of this session. With a hosted sign-in service, the
 * level comes from the token.
 */
function sessionAuthority(role: RoleFacts, deps: AuthorityDeps, { caller, now }: Deciding) {
  const hasSecondFactor = caller.aal === "aal2";
  return authorityOf(role, { hasSecondFactor, ...termsOf(deps, now) });
}

export function termsOf({ limits }: AuthorityDeps, now: Date): AuthorityTerms {
  return { waitHours: limits.administratorWaitHours, now };
}

const SINCE = {
  role: "you were given the role",
  credentials: "the last change of your password, e-mail address or second factor",
} as const;

function refusalOf(authority: Authority | null, { limits }: AuthorityDeps) {
  if (authority === null) return userRefusals.not_admin();
  const { state, from, since } = authority;
  if (state === "second_factor_required") return userRefusals.second_factor_required();
  if (state === "authority_unconfirmed" || from === null || since === null)
    return userRefusals.authority_unconfirmed();
  return userRefusals.authority_waiting({
    from: utcMinute(from),
    hours: String(limits.administratorWaitHours),
    since: SINCE[since],
  });
}
