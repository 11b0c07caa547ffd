/** What a row of the table of rights says, and the usual kinds of rows. */

import type { KeyScope, Route } from "../../api/route.ts";

/** Ids of things that belong to one user, who is `user` in every row. */
export interface Belongings {
  readonly withdrawalId: string;
  /** A verified address. */
  readonly connectionId: string;
  readonly depositId: string;
  /** On their watch list. */
  readonly followedTxid: string;
  readonly messageId: string;
  readonly sessionId: string;
  /** A key for programs. */
  readonly keyId: string;
  readonly positionId: string;
  /** Of a frame: it mines nothing, but it is owned and can be sold. */
  readonly rigId: string;
  /** A machine of their own that had one share accepted. */
  readonly workerId: string;
  /** Of the Forex desk, cancelled. */
  readonly forexOrderId: string;
  /** Of a past day at the Forex desk, standing still. */
  readonly replayId: string;
  readonly ticketId: string;
  /** Begun, not confirmed: it asks nobody for a code. */
  readonly factorId: string;
}

/** What is sent. Places of the path are filled by name. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

export interface Row {
  readonly anonymous: number;
  /** The owner of the ids, and everybody who asks for things of their own. */
  readonly user: number;
  /** See `AboutOne`, which every row has whose path names one thing. */
  readonly stranger?: AboutOne["stranger"];
  /** An administrator without a second factor, with the first user's ids. */
  readonly administrator: number;
  /** One with it; as the other one unless said. */
  readonly administratorWithFactor?: number;
  /** Who has a second factor and proved the password only; see `firstFactorStatus`. */
  readonly firstFactor?: number;
  readonly ask?: (belongings: Belongings) => Ask;
  /** Ends the caller's session: each caller gets one to lose. */
  readonly endsSession?: true;
}

/** Of a route for signed-in people whose path names one thing. */
export interface AboutOne {
  /**
   * Another signed-in user with the first one's ids; the answer must be the one to an id that does
   * not exist.
   */
  readonly stranger: number | "nobody owns it";
}

const isSignIn = (route: string): boolean => route.includes(" /auth/v1/");

/**
 * A person whose account was disabled, with the token from before: one without a session, wherever
 * that matters.
 */
export function disabledStatus(route: string, { anonymous }: Row): number {
  return anonymous === 401 && isSignIn(route) ? 403 : anonymous;
}

/**
 * The password alone of who has a second factor opens nothing but what is needed to give the
 * second, and to leave.
 */
export function firstFactorStatus(route: string, { anonymous, firstFactor }: Row): number {
  if (firstFactor !== undefined) return firstFactor;
  return anonymous === 401 && !isSignIn(route) ? 403 : anonymous;
}

/**
 * A program with a key of `user`: what its person gets where the key has the route's scope, nothing
 * anywhere else; where everybody is answered it is nobody in particular.
 */
export function keyStatus(
  route: string,
  { anonymous, user }: Row,
  { scope, held }: { readonly scope: KeyScope | undefined; readonly held: KeyScope },
): number {
  if (anonymous !== 401) return anonymous;
  return scope === held && !isSignIn(route) ? user : 403;
}

/** Routes of the sign-in service that want a proof or an address, which an anonymous user lacks. */
const WANTS_PROOF: readonly string[] = [
  "POST /auth/v1/passkeys/registration/options",
  "GET /auth/v1/reauthenticate",
];

/** An anonymous account with the owner's ids: any other user, but for what wants an account. */
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

/** Everybody but the owner, the administrator too, is told that there is no such thing. */
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

/** Figures of the whole installation, which show nobody. */
export const administratorOnly = (status: number, ask?: Row["ask"]): Row => ({
  anonymous: 401,
  user: 403,
  administrator: status,
  ...(ask ? { ask } : {}),
});

/**
 * Nobody but an administrator learns whether what they ask for exists; one without a second factor
 * is told to turn it on.
 */
export const withSecondFactor = (status: number, ask?: Row["ask"]): Row => ({
  ...administratorOnly(403, ask),
  administratorWithFactor: status,
});
