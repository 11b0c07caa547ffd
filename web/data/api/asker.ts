/**
 * Identity with which requests are sent: the source of access tokens, and the user whose pages this
 * tab shows.
 */
import { userIdOf } from "./access-token.ts";
import { forgetUnderway } from "./double-press.ts";
import { endPause } from "./pause.ts";

/**
 * Source of access tokens, set at sign-in. `rejected` is called if the server no longer accepts the
 * token.
 */
export interface TokenSource {
  token: () => Promise<string | undefined>;
  rejected: () => void;
  /**
   * Called if the server requires a two-factor code and this token was issued without one. Resolves
   * to true if there is a newer token with the code, which the user may have entered in another
   * tab.
   */
  isCodeGiven: () => Promise<boolean>;
  /**
   * Called if the server rejected this token. Resolves to true if the session has a newer token.
   */
  isRenewed?: (refused: string) => Promise<boolean>;
  /** Asks the user for an identity check. Throws ApiError if the user cancels it. */
  prove?: () => Promise<void>;
}

let source: TokenSource = {
  token: () => Promise.resolve(undefined),
  rejected: () => {},
  isCodeGiven: () => Promise.resolve(false),
};

export function setTokenSource(next: TokenSource): void {
  source = next;
}

export function tokenSource(): TokenSource {
  return source;
}

/** Id of the user whose pages this tab shows. */
let person: string | undefined;

/**
 * Sets the current user, or none. From then on, responses to an earlier user's requests are
 * dropped.
 */
export function setPerson(userId: string | undefined): void {
  if (userId === person) return;
  person = userId;
  forgetUnderway();
  endPause();
}

/**
 * True if another user has signed in since the request with this token was sent. The response must
 * then not reach the new user's pages.
 */
export function isOfAnother(token: string | undefined): boolean {
  const asker = userIdOf(token);
  return asker !== undefined && person !== undefined && asker !== person;
}
