/**
 * Reads the token and type of an e-mail link. Both are in the URL fragment, which is never sent to
 * servers and therefore never logged. The link is used only after a click, so that a mail scanner
 * cannot use it up.
 */
import { useSyncExternalStore } from "react";
import { safeRedirect } from "./safe-redirect.ts";

export interface MailedLink {
  readonly tokenHash: string;
  /**
   * Kind of link, in the sign-in service's terms: recovery, email_change, magiclink, signup,
   * invite.
   */
  readonly type: string;
  /**
   * URL that the user is redirected to with the session. Set if another program requested the link.
   */
  readonly redirectTo: string | undefined;
}

/** Returns the link in the page's initial URL, or undefined if there is none. */
export function readMailedLink(hash: string): MailedLink | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const tokenHash = values.get("token_hash");
  const type = values.get("type");
  if (tokenHash === null || tokenHash === "" || type === null) return undefined;
  return { tokenHash, type, redirectTo: values.get("redirect_to") ?? undefined };
}

/** True if a hosted service rejected its own link and redirected the user to this page. */
export function isRefusedLink(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).has("error_description");
}

/** Prefix of tokens for programs that exchange a code for the session (PKCE). */
const EXCHANGE_PREFIX = "pkce_";

/**
 * Returns the redirect URL if another program requested the link, or undefined if the click signs
 * the user in on this page.
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

/** Returns the URL fragment. Empty while a prerendered page is being hydrated. */
export function useFragment(): string {
  return useSyncExternalStore(
    followAddress,
    () => location.hash,
    () => "",
  );
}

/** Removes the used token from the URL and from the browser history. */
export function forgetMailedLink(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

function followAddress(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
