/**
 * The token and type of a mailed link. They are in the fragment of the address, which servers and
 * logs never see. Only a click uses the link, because a mail scanner must not use it up.
 */
import { useSyncExternalStore } from "react";
import { safeRedirect } from "./safe-redirect.ts";

export interface MailedLink {
  readonly tokenHash: string;
  /** The sign-in service's name: recovery, email_change, magiclink, signup, invite. */
  readonly type: string;
  /** The address to continue at with the session, if another program requested the message. */
  readonly redirectTo: string | undefined;
}

/** The link in the page's initial address; undefined if it has none. */
export function readMailedLink(hash: string): MailedLink | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const tokenHash = values.get("token_hash");
  const type = values.get("type");
  if (tokenHash === null || tokenHash === "" || type === null) return undefined;
  return { tokenHash, type, redirectTo: values.get("redirect_to") ?? undefined };
}

/** True if a hosted service, which checks its own links, has refused one and redirected here. */
export function isRefusedLink(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).has("error_description");
}

/** Prefix of tokens for programs that exchange a code for the session. */
const EXCHANGE_PREFIX = "pkce_";

/**
 * The address that the click leads to if another program requested the message. Undefined if this
 * page signs in itself.
 */
export function leavingAddress({ tokenHash, type, redirectTo }: MailedLink): string | undefined {
  const isHere = redirectTo === undefined || ownPath(redirectTo) !== undefined;
  if (isHere && !tokenHash.startsWith(EXCHANGE_PREFIX)) return undefined;
  const query = new URLSearchParams({ token: tokenHash, type });
  if (redirectTo !== undefined) query.set("redirect_to", redirectTo);
  return `/auth/v1/verify?${query.toString()}`;
}

/** The path of an address on this site; undefined for other sites. */
export function ownPath(address: string): string | undefined {
  if (!URL.canParse(address) || new URL(address).origin !== location.origin) return undefined;
  const { pathname, search } = new URL(address);
  return safeRedirect(pathname + search);
}

/** The fragment of the address; empty during hydration of a prerendered page. */
export function useFragment(): string {
  return useSyncExternalStore(
    followAddress,
    () => location.hash,
    () => "",
  );
}

/** Removes the used token from the address and the browser history. */
export function forgetMailedLink(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

function followAddress(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
