/** Defines the fields of an access table row, and the common kinds of rows. */

import type { KeyScope, Route } from "../../api/route.ts";

/** Ids of items that all belong to one user: the caller `user` in every row. */
export interface Belongings {
  readonly withdrawalId: string;
  readonly connectionId: string;
  readonly depositId: string;
  /** Id of a transaction on the user's watch list. */
  readonly followedTxid: string;
  readonly messageId: string;
  readonly sessionId: string;
  readonly keyId: string;
  readonly positionId: string;
  /** Id of a frame, which mines nothing but has an owner and can be sold. */
  readonly rigId: string;
  /** Id of one of the user's workers. The pool has accepted a share from it. */
  readonly workerId: string;
  /** Id of a cancelled order at the Forex desk. */
  readonly forexOrderId: string;
  /** Id of an alert at the Forex desk. */
  readonly alertId: string;
  /** Id of a paused replay of a past day at the Forex desk. */
  readonly replayId: string;
  readonly ticketId: string;
  /**
   * Id of a factor whose enrolment was started but not confirmed. The user therefore needs no code
   * to sign in.
   */
  readonly factorId: string;
}

/** The request that the access test sends. Placeholders in the path are replaced by name. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

export interface Row {
  readonly anonymous: number;
  /** HTTP status for the ids' owner, or for any user who requests their own items. */
  readonly user: number;
  /**
   * HTTP status for another user (see `AboutOne`). Required if the path identifies a single item.
   */
  readonly stranger?: AboutOne["stranger"];
  /**
   * HTTP status for an administrator without two-factor authentication, with the first user's ids.
   */
  readonly administrator: number;
  /**
   * HTTP status for an administrator with two-factor authentication. The default is
   * `administrator`.
   */
  readonly administratorWithFactor?: number;
  /**
   * HTTP status for a user with two-factor authentication who has only entered the password. See
   * `firstFactorStatus`.
   */
  readonly firstFactor?: number;
  readonly ask?: (belongings: Belongings) => Ask;
  /** True if the request ends the caller's session. Each caller then gets a separate session. */
  readonly endsSession?: true;
}

/** Required fields for routes of signed-in users whose path identifies a single item. */
export interface AboutOne {
  /**
   * HTTP status for another signed-in user with the first user's ids. The response must be the same
   * as for an unknown id.
   */
  readonly stranger: number | "nobody owns it";
}

const isSignIn = (route: string): boolean => route.includes(" /auth/v1/");

/**
 * Returns the status for a user whose account was disabled after the token was issued. Such a user
 * is treated like a caller without a session.
 */
export function disabledStatus(route: string, { anonymous }: Row): number {
  return anonymous === 401 && isSignIn(route) ? 403 : anonymous;
}

/**
 * Returns the status for a user with two-factor authentication who has only entered the password.
 * This user may only verify the second factor and sign out.
 */
export function firstFactorStatus(route: string, { anonymous, firstFactor }: Row): number {
  if (firstFactor !== undefined) return firstFactor;
  return anonymous === 401 && !isSignIn(route) ? 403 : anonymous;
}

/**
 * Returns the status for a program with one of `user`'s API keys. A key with the route's scope gets
 * the status of `user`, and any other key is refused. On public routes the program is treated as an
 * anonymous caller.
 */
export function keyStatus(
  route: string,
  { anonymous, user }: Row,
  { scope, held }: { readonly scope: KeyScope | undefined; readonly held: KeyScope },
): number {
  if (anonymous !== 401) return anonymous;
  return scope === held && !isSignIn(route) ? user : 403;
}

/**
 * Sign-in routes that require an identity check or an e-mail address. An anonymous account has no
 * e-mail address and cannot pass an identity check.
 */
const WANTS_PROOF: readonly string[] = [
  "POST /auth/v1/passkeys/registration/options",
  "GET /auth/v1/reauthenticate",
];

/**
 * Returns the status for an anonymous account with the owner's ids. Except on routes that require a
 * full account, it is treated like any other user.
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

/**
 * Returns a row for an item that only its owner can see. All other callers, including
 * administrators, get 404.
 */
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

/** Returns a row for figures about the whole installation, which identify no user. */
export const administratorOnly = (status: number, ask?: Row["ask"]): Row => ({
  anonymous: 401,
  user: 403,
  administrator: status,
  ...(ask ? { ask } : {}),
});

/**
 * Returns a row for a route that requires an administrator with two-factor authentication. Only
 * such administrators learn whether an item exists. Other administrators are asked to turn on
 * two-factor authentication.
 */
export const withSecondFactor = (status: number, ask?: Row["ask"]): Row => ({
  ...administratorOnly(403, ask),
  administratorWithFactor: status,
});
