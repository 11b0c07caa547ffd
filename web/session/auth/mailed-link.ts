/**
 * What a mailed link carries: its token and what it is for. It stands behind the # of the address,
 * so that no server and no log on the way sees it, and it is used by a press only: a mail scanner's
 * visit must not use it up.
 */
import { useSyncExternalStore } from "react";
import { safeRedirect } from "./safe-redirect.ts";

export interface MailedLink {
  readonly tokenHash: string;
  /** As the sign-in service names it: recovery, email_change, magiclink, signup, invite. */
  readonly type: string;
  /** Where the person goes with the session, when the message was asked for by another program. */
  readonly redirectTo: string | undefined;
}

/** The link of the address the page was opened with; undefined when it carries none. */
export function readMailedLink(hash: string): MailedLink | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const tokenHash = values.get("token_hash");
  const type = values.get("type");
  if (tokenHash === null || tokenHash === "" || type === null) return undefined;
  return { tokenHash, type, redirectTo: values.get("redirect_to") ?? undefined };
}

/**
 * Whether another service, which uses its links itself, sent the person here with a link that it
 * refused.
 */
export function isRefusedLink(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).has("error_description");
}

/** What marks the token of a program that exchanges a code for the session. */
const EXCHANGE_PREFIX = "pkce_";

/**
 * Where the press leads when another program asked for the message; undefined when this page signs
 * in itself.
 */
export function leavingAddress({ tokenHash, type, redirectTo }: MailedLink): string | undefined {
  const isHere = redirectTo === undefined || ownPath(redirectTo) !== undefined;
  if (isHere && !tokenHash.startsWith(EXCHANGE_PREFIX)) return undefined;
  const query = new URLSearchParams({ token: tokenHash, type });
  if (redirectTo !== undefined) query.set("redirect_to", redirectTo);
  return `/auth/v1/verify?${query.toString()}`;
}

/** A page of this site, as a path; undefined when the address leads elsewhere. */
export function ownPath(address: string): string | undefined {
  if (!URL.canParse(address) || new URL(address).origin !== location.origin) return undefined;
  const { pathname, search } = new URL(address);
  return safeRedirect(pathname + search);
}

/** The fragment of the address; empty while a prerendered page is taken over. */
export function useFragment(): string {
  return useSyncExternalStore(
    followAddress,
    () => location.hash,
    () => "",
  );
}

/** Takes the used token out of the address, its history and whatever copies addresses. */
export function forgetMailedLink(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

function followAddress(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
