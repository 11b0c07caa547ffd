/**
 * When an administrator decides over money: with a second factor, after a waiting time since they
 * were given the role or since what proves who they are was changed, and with the confirmation of
 * another administrator where one could be asked. Pure.
 */

/** What is kept with the role, and what it depends on. */
export interface RoleFacts {
  readonly grantedAt: Date;
  /** Null: by the operator of the machine. */
  readonly grantedBy: string | null;
  readonly needsConfirmation: boolean;
  readonly confirmedAt: Date | null;
  /**
   * Of password, e-mail address or second factor; with a hosted sign-in service when it first told
   * of a change.
   */
  readonly credentialsChangedAt: Date | null;
}

/** Where the installation stands. */
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
  /** `full`, or the refusal of a decision over money. */
  readonly state: AuthorityState;
  /** When the waiting time ends; null when it is over. */
  readonly from: Date | null;
  /** What the waiting time counts from; null when it is over. */
  readonly since: "role" | "credentials" | null;
}

const HOUR_MS = 3_600_000;
/** Whoever sets up the installation makes their own second factor on the first day. */
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
 * Whether somebody is there to ask for a confirmation: their own role is settled. That they changed
 * their password a moment ago does not excuse from asking them: they decide again before the new
 * administrator does.
 */
export function canBeAsked(
  role: RoleFacts,
  { hasSecondFactor, ...terms }: AuthorityTerms & { readonly hasSecondFactor: boolean },
): boolean {
  const settled = waitOf({ ...role, credentialsChangedAt: null }, terms).from === null;
  return settled && hasSecondFactor && isConfirmed(role);
}

/** The later of both ends. A time that lies ahead, on a clock put back, waits too. */
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
