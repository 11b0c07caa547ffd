/** The fields of a row of the access table, and the usual kinds of rows. */

import type { KeyScope, Route } from "../../api/route.ts";

/** Ids of items that belong to one user, who is `user` in every row. */
export interface Belongings {
  readonly withdrawalId: string;
  /** A verified address. */
  readonly connectionId: string;
  readonly depositId: string;
  /** A transaction on the user's watch list. */
  readonly followedTxid: string;
  readonly messageId: string;
  readonly sessionId: string;
  /** An API key. */
  readonly keyId: string;
  readonly positionId: string;
  /** A frame. It mines nothing, but it has an owner and can be sold. */
  readonly rigId: string;
  /** A worker of the user that had one share accepted. */
  readonly workerId: string;
  /** A cancelled order of the Forex desk. */
  readonly forexOrderId: string;
  /** A paused replay of a past day at the Forex desk. */
  readonly replayId: string;
  readonly ticketId: string;
  /** An enrolment that was started but not confirmed, so that no code is required. */
  readonly factorId: string;
}

/** The request. Placeholders of the path are filled by name. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

export interface Row {
  readonly anonymous: number;
  /** The owner of the ids, or any user who asks for their own items. */
  readonly user: number;
  /** See `AboutOne`. Required if the path names a single item. */
  readonly stranger?: AboutOne["stranger"];
  /** An administrator without a second factor, with the first user's ids. */
  readonly administrator: number;
  /** An administrator with a second factor. The default is the status without one. */
  readonly administratorWithFactor?: number;
  /** A user with a second factor who has given only the password. See `firstFactorStatus`. */
  readonly firstFactor?: number;
  readonly ask?: (belongings: Belongings) => Ask;
  /** Ends the caller's session, so each caller gets a separate one. */
  readonly endsSession?: true;
}

/** Required for routes of signed-in users whose path names a single item. */
export interface AboutOne {
  /**
   * Another signed-in user with the first user's ids. The answer must be the same as for an id that
   * does not exist.
   */
  readonly stranger: number | "nobody owns it";
}

const isSignIn = (route: string): boolean => route.includes(" /auth/v1/");

/**
 * A user whose account was disabled, with an older token. Treated like a caller without a session.
 */
export function disabledStatus(route: string, { anonymous }: Row): number {
  return anonymous === 401 && isSignIn(route) ? 403 : anonymous;
}

/**
 * With a second factor, the password alone opens only the routes to give the second factor and to
 * sign out.
 */
export function firstFactorStatus(route: string, { anonymous, firstFactor }: Row): number {
  if (firstFactor !== undefined) return firstFactor;
  return anonymous === 401 && !isSignIn(route) ? 403 : anonymous;
}

/**
 * A program with a key of `user`. With the route's scope it gets the user's answer, otherwise none.
 * On public routes it is an anonymous caller.
 */
export function keyStatus(
  route: string,
  { anonymous, user }: Row,
  { scope, held }: { readonly scope: KeyScope | undefined; readonly held: KeyScope },
): number {
  if (anonymous !== 401) return anonymous;
  return scope === held && !isSignIn(route) ? user : 403;
}

/** Sign-in routes that require a proof or an address, which an anonymous account lacks. */
const WANTS_PROOF: readonly string[] = [
  "POST /auth/v1/passkeys/registration/options",
  "GET /auth/v1/reauthenticate",
];

/**
 * An anonymous account with the owner's ids: treated like any other user, except where an account
 * is required.
 */
export function anonymousAccountStatus(
  route: string,
  { user, stranger }: Row,
  wantsAccount: Route["wantsAccount"],
): number {
  if (wantsAccount) return 403;
  if (WANTS_PROOF.includes(route)) return 400;
  return typeof stranger === "number" ? stranger : user;
}

export const forAll = (status: number, ask?: Row["ask"]): Row => ({
  anonymous: status,
  user: status,
  administrator: status,
  ...(ask ? { ask } : {}),
});

export const signedIn = (status: number, ask?: Row["ask"]): Row => ({
  ...forAll(status, ask),
  anonymous: 401,
});

/** All other callers, including administrators, are told that the item does not exist. */
export const ownerOnly = (
  status: number,
  params: (belongings: Belongings) => Ask["params"],
): Row & AboutOne => ({
  anonymous: 401,
  user: status,
  stranger: 404,
  administrator: 404,
  ask: (belongings) => ({ params: params(belongings) ?? {} }),
});

/** Figures of the whole installation, which identify no user. */
export const administratorOnly = (status: number, ask?: Row["ask"]): Row => ({
  anonymous: 401,
  user: 403,
  administrator: status,
  ...(ask ? { ask } : {}),
});

/**
 * Only administrators learn whether an item exists. Those without a second factor are told to turn
 * it on.
 */
export const withSecondFactor = (status: number, ask?: Row["ask"]): Row => ({
  ...administratorOnly(403, ask),
  administratorWithFactor: status,
});
