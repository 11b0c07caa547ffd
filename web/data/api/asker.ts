/**
 * Who asks the server: the token that a request carries, and the person whose pages this tab shows.
 */
import { userIdOf } from "./access-token.ts";
import { forgetUnderway } from "./double-press.ts";
import { endPause } from "./pause.ts";

/** Sign-in puts it here. `rejected` is called when the server no longer accepts the token. */
export interface TokenSource {
  token: () => Promise<string | undefined>;
  rejected: () => void;
  /**
   * The server wants a second factor that this token has not proved: whether a new token has, with
   * a code given elsewhere.
   */
  isCodeGiven: () => Promise<boolean>;
  /** The server refused this token: whether there is another one of the same session by now. */
  isRenewed?: (refused: string) => Promise<boolean>;
  /** Asks the person for a fresh proof. Throws ApiError when they give none. */
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

/** Whose pages this tab shows. */
let person: string | undefined;

/**
 * From now on this person asks, or nobody: what another one has asked for is answered to nobody.
 */
export function setPerson(userId: string | undefined): void {
  if (userId === person) return;
  person = userId;
  forgetUnderway();
  endPause();
}

/**
 * Whether another person has signed in since a request with this token was sent: its answer must
 * not reach their pages.
 */
export function isOfAnother(token: string | undefined): boolean {
  const asker = userIdOf(token);
  return asker !== undefined && person !== undefined && asker !== person;
}
