/**
 * Returns a user's identity and sign-ins for the administrator pages, but no codes, keys or
 * messages.
 */
import type { Queryable } from "#platform";
import { hasSecondFactor } from "../people/account-states-table.ts";
import { findLogins } from "../sessions/login-history-table.ts";
import { findSessions, type SessionsPage } from "../sessions/sessions-table.ts";
import { asPerson, type Person } from "./list-people.ts";
import { findProfileRow } from "./people-table.ts";

export interface PersonProfile extends Person {
  /** Mining name; null for a deleted user. */
  readonly miningName: string | null;
  readonly phone: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly hasSecondFactor: boolean;
  /**
   * When the user was deleted. Of a deleted user only the id remains; name and address are empty.
   */
  readonly deletedAt: Date | null;
}

/** Returns the profile, or undefined if no user has or had this id. */
export async function personProfile(
  queryable: Queryable,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<PersonProfile | undefined> {
  const row = await findProfileRow(queryable, userId);
  if (!row) return undefined;
  const { miningName, phone, emailConfirmedAt, deletedAt } = row;
  const person = asPerson(row, now);
  return {
    ...(deletedAt ? { ...person, name: "", email: "" } : person),
    miningName,
    phone,
    emailConfirmedAt,
    hasSecondFactor: await hasSecondFactor(queryable, userId),
    deletedAt,
  };
}

export interface PersonSession {
  readonly id: string;
  readonly aal: "aal1" | "aal2";
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** Returns a page of open sessions, most recently used first. */
export async function sessionsOf(
  queryable: Queryable,
  { userId, now, ...page }: SessionsPage & { readonly userId: string; readonly now: Date },
): Promise<PersonSession[]> {
  const sessions = await findSessions(queryable, userId, now, page);
  return sessions.map((session) => ({
    id: session.id,
    aal: session.aal,
    userAgent: session.user_agent,
    ip: session.ip,
    createdAt: session.created_at,
    lastUsedAt: session.lastUse,
  }));
}

export interface SignIn {
  readonly id: bigint;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly method: string;
  readonly isSuccess: boolean;
  readonly lacksCode: boolean;
}

/** Returns the login history, newest first, including failed sign-ins. */
export function signInsOf(
  queryable: Queryable,
  page: { readonly userId: string; readonly beforeId: bigint | undefined; readonly limit: number },
): Promise<SignIn[]> {
  return findLogins(queryable, page);
}
