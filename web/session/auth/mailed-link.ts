/**
 * Reads the token and type of a mailed link. Both are in the URL's fragment, which is never sent to
 * servers and therefore never logged. The link is used only after a click, so that a mail scanner
 * cannot use it up.
 */
import { useSyncExternalStore } from "react";
import { safeRedirect } from "./safe-redirect.ts";

export interface MailedLink {
  readonly tokenHash: string;
  /**
   * Kind of link, as named by the sign-in service: recovery, email_change, magiclink, signup,
   * invite.
   */
  readonly type: string;
  /**
   * The URL at which the user continues with the session. Set if another program requested the
   * message.
   */
  readonly redirectTo: string | undefined;
}

/** Returns the link in the page's initial URL, or undefined if the URL contains no link. */
export function readMailedLink(hash: string): MailedLink | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const tokenHash = values.get("token_hash");
  const type = values.get("type");
  if (tokenHash === null || tokenHash === "" || type === null) return undefined;
  return { tokenHash, type, redirectTo: values.get("redirect_to") ?? undefined };
}

/** True if a hosted service has rejected its own link and redirected the user to this page. */
export function isRefusedLink(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).has("error_description");
}

/** Prefix of tokens for programs that exchange a code for the session. */
const EXCHANGE_PREFIX = "pkce_";

/**
 * Returns the URL to which the click leads if another program requested the message. Undefined if
 * the click signs in on this page.
 */
export function leavingAddress({ tokenHash, type, redirectTo }: MailedLink): string | undefined {
  const isHere = redirectTo === undefined || ownPath(redirectTo) !== undefined;
  if (isHere && !tokenHash.startsWith(EXCHANGE_PREFIX)) return undefined;
  const query = new URLSearchParams({ token: tokenHash, type });
  if (redirectTo !== undefined) query.set("redirect_to", redirectTo);
  return `/auth/v1/verify?${query.toString()}`;
}

/** Returns the path of a URL on this site, or undefined for other sites. */
export function ownPath(address: string): string | undefined {
  if (!URL.canParse(address) || new URL(address).origin !== location.origin) return undefined;
  const { pathname, search } = new URL(address);
  return safeRedirect(pathname + search);
}

/** Returns the URL's fragment. Empty during hydration of a prerendered page. */
export function useFragment(): string {
  return useSyncExternalStore(
    followAddress,
    () => location.hash,
    () => "",
  );
}

/** Removes the used token from the URL and the browser history. */
export function forgetMailedLink(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

function followAddress(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
