/**
 * The rule that determines when an administrator may make decisions about money. The rule requires
 * two-factor authentication, and a waiting period that starts when the role is granted or
 * credentials change. If another administrator was available when the role was granted, that
 * administrator must also confirm the role. Pure.
 */

/** Facts about an administrator's role from which authority is derived. */
export interface RoleFacts {
  readonly grantedAt: Date;
  /** Null if the operator of the machine granted the role. */
  readonly grantedBy: string | null;
  readonly needsConfirmation: boolean;
  readonly confirmedAt: Date | null;
  /**
   * Last change of the password, e-mail address or two-factor authentication. For a hosted sign-in
   * service, the time at which the service first reported the change.
   */
  readonly credentialsChangedAt: Date | null;
}

export interface AuthorityTerms {
  readonly waitHours: number;
  readonly now: Date;
}

export type AuthorityState =
  | "full"
  | "second_factor_required"
  | "authority_unconfirmed"
  | "authority_waiting";

export interface Authority {
  /** `full`, or the code of the refusal for a decision about money at this time. */
  readonly state: AuthorityState;
  /** End of the waiting period; null if it is over. */
  readonly from: Date | null;
  /** Event that started the waiting period; null if the period has ended. */
  readonly since: "role" | "credentials" | null;
}

const HOUR_MS = 3_600_000;
/**
 * During the first 24 hours, the operator's first administrator can set up two-factor
 * authentication without starting a waiting period.
 */
const SETUP_MS = 24 * HOUR_MS;

export function authorityOf(
  role: RoleFacts,
  { hasSecondFactor, ...terms }: AuthorityTerms & { readonly hasSecondFactor: boolean },
): Authority {
  const wait = waitOf(role, terms);
  if (!hasSecondFactor) return { state: "second_factor_required", ...wait };
  if (!isConfirmed(role)) return { state: "authority_unconfirmed", ...wait };
  return { state: wait.from === null ? "full" : "authority_waiting", ...wait };
}

export function isConfirmed({ needsConfirmation, confirmedAt }: RoleFacts): boolean {
  return !needsConfirmation || confirmedAt !== null;
}

/**
 * Returns true if this administrator is available to confirm a role, because the waiting period of
 * their own role has ended. A waiting period after a password change is ignored, because it ends
 * before the new administrator's.
 */
export function canBeAsked(
  role: RoleFacts,
  { hasSecondFactor, ...terms }: AuthorityTerms & { readonly hasSecondFactor: boolean },
): boolean {
  const settled = waitOf({ ...role, credentialsChangedAt: null }, terms).from === null;
  return settled && hasSecondFactor && isConfirmed(role);
}

/**
 * Returns the waiting period that ends last. A period with a future start, which can result from
 * setting the clock back, also applies.
 */
function waitOf(role: RoleFacts, terms: AuthorityTerms): Pick<Authority, "from" | "since"> {
  const { waitHours, now } = terms;
  const waitMs = waitHours * HOUR_MS;
  const roleEnd = role.grantedAt.getTime() + (role.grantedBy === null ? 0 : waitMs);
  const changedAt = countedChange(role);
  const changeEnd = changedAt === undefined ? 0 : changedAt.getTime() + waitMs;
  const end = Math.max(roleEnd, changeEnd);
  if (end <= now.getTime()) return { from: null, since: null };
  return { from: new Date(end), since: changeEnd > roleEnd ? "credentials" : "role" };
}

function countedChange({
  grantedAt,
  grantedBy,
  credentialsChangedAt,
}: RoleFacts): Date | undefined {
  if (credentialsChangedAt === null) return undefined;
  const sinceGrantMs = credentialsChangedAt.getTime() - grantedAt.getTime();
  const isSetup = grantedBy === null && Math.abs(sinceGrantMs) <= SETUP_MS;
  return isSetup ? undefined : credentialsChangedAt;
}
