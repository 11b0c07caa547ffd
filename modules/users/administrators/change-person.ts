/**
 * Lets an administrator change a user's name, grant or revoke the administrator role, or disable or
 * enable the account. Call `requireAdministrator` first. Changes of administrators also require
 * authority. The last administrator who can sign in cannot lose the role. Disabling an account ends
 * the user's sessions in the same transaction.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { dropOneTimeTokens } from "../mailed-links/one-time-tokens-table.ts";
import { mergeUserMetadata } from "../people/users-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { endAccess } from "../sessions/end-access.ts";
import { giveRole, type RoleGrant } from "./give-role.ts";
import { asPerson, type Person } from "./list-people.ts";
import { deleteAdministrator, hasOtherAdministrator, lockPerson, saveBan } from "./people-table.ts";
import { requireAuthority, type AuthorityDeps } from "./require-authority.ts";

export interface PersonChange {
  readonly userId: string;
  readonly caller: Caller;
  readonly name?: string | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /**
   * Values that the administrator's page showed. The change is refused if any of the values has
   * changed since.
   */
  readonly seen?: SeenPerson | undefined;
  /** Reason given by the administrator. The user sees it. */
  readonly reason: string;
  readonly now: Date;
}

interface SeenPerson {
  readonly name?: string | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
}

export interface ChangedPerson {
  readonly before: Person;
  readonly after: Person;
  /** Ids of the ended sessions. Pass them to `publishChange` after the commit. */
  readonly endedSessions: readonly string[];
  /** Role grant, if the change made the user an administrator. */
  readonly roleGrant: RoleGrant | undefined;
}

const FOR_EVER = new Date("9999-12-31T00:00:00Z");

/**
 * Applies the change. Throws 404 `user_not_found`, 409 `person_changed`, 409 `last_administrator`
 * or 403 `own_access` and, if the change affects an administrator, the refusals of
 * `requireAuthority`.
 */
export async function changePerson(
  tx: DatabaseTransaction,
  deps: AuthorityDeps,
  change: PersonChange,
): Promise<ChangedPerson> {
  const { userId, caller, now } = change;
  const before = await requireLockedPerson(tx, userId, now);
  refuseUnseen(before, change.seen);
  const steps = changesOf(before, change);
  if (isOverPower(before, steps)) await requireAuthority(tx, deps, { caller, now });
  const losesPower = steps.isAdmin === false || (before.isAdmin && steps.isDisabled === true);
  if (losesPower && !(await hasOtherAdministrator(tx, { userId, now })))
    throw userRefusals.last_administrator();
  if (losesPower && userId === caller.userId) throw userRefusals.own_access();

  if (steps.name !== undefined)
    await mergeUserMetadata(tx, { userId, metadata: { name: steps.name }, now });
  const roleGrant =
    steps.isAdmin === true ? await giveRole(tx, deps, { userId, giver: caller, now }) : undefined;
  if (steps.isAdmin === false) await deleteAdministrator(tx, userId);
  const endedSessions = await applyBan(tx, change, steps.isDisabled);
  const after = await requireLockedPerson(tx, userId, now);
  const what = wordsOf(steps);
  if (what !== "") {
    const values = { what, reason: change.reason, at: now.toISOString() };
    await deliver(tx, { userId, template: "account_changed", values, now });
  }
  return { before, after, endedSessions, roleGrant };
}

/** Returns the user and locks the row. Throws 404 `user_not_found`. */
export async function requireLockedPerson(
  tx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<Person> {
  const row = await lockPerson(tx, userId);
  if (!row) throw userRefusals.user_not_found();
  return asPerson(row, now);
}

const SEEN_WORDS = { name: "name", isAdmin: "role", isDisabled: "status" } as const;

/**
 * Throws if the user no longer matches the values that the administrator saw, so that the second of
 * two concurrent administrators sees the first one's change before deciding.
 */
function refuseUnseen(before: Person, expected: SeenPerson = {}): void {
  const isOther = (field: keyof SeenPerson) =>
    expected[field] !== undefined && expected[field] !== before[field];
  const fields = (["name", "isAdmin", "isDisabled"] as const).filter(isOther);
  if (fields.length === 0) return;
  const what = new Intl.ListFormat("en").format(fields.map((field) => SEEN_WORDS[field]));
  throw userRefusals.person_changed({ what, who: before.name || before.email || before.id });
}

type Steps = Pick<PersonChange, "name" | "isAdmin" | "isDisabled">;

function changesOf(before: Person, change: PersonChange): Steps {
  return {
    name: change.name === before.name ? undefined : change.name,
    isAdmin: change.isAdmin === before.isAdmin ? undefined : change.isAdmin,
    isDisabled: change.isDisabled === before.isDisabled ? undefined : change.isDisabled,
  };
}

/**
 * Returns true for a change that grants or revokes the administrator role, or disables or enables
 * an administrator.
 */
function isOverPower(before: Person, { isAdmin, isDisabled }: Steps): boolean {
  return isAdmin !== undefined || (before.isAdmin && isDisabled !== undefined);
}

async function applyBan(
  tx: DatabaseTransaction,
  { userId, reason, now }: PersonChange,
  isDisabled: boolean | undefined,
): Promise<readonly string[]> {
  if (isDisabled === undefined) return [];
  const ban = isDisabled ? { until: FOR_EVER, reason } : { until: null, reason: null };
  await saveBan(tx, { userId, now, ...ban });
  if (!isDisabled) return [];
  await dropOneTimeTokens(tx, userId);
  return endAccess(tx, { userId });
}

function wordsOf({ name, isAdmin, isDisabled }: Steps): string {
  const words = [
    name === undefined ? "" : `Your name is now ${name}.`,
    isAdmin === true ? "You are now an administrator." : "",
    isAdmin === false ? "You are no longer an administrator." : "",
    isDisabled === true ? "Your account was disabled. You can no longer sign in." : "",
    isDisabled === false ? "Your account was enabled again." : "",
  ];
  return words.filter((word) => word !== "").join(" ");
}
