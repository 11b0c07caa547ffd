/**
 * A session that a hosted service's link carries in the URL's fragment. Anyone can create such a
 * link, and a user who is signed in by an attacker's link would pay into the attacker's account.
 * For this reason, only the pages to which these services link read the session. They remove the
 * session from the URL immediately and use it only after a click next to the account's name.
 */
import { useSyncExternalStore } from "react";
import { emailOf } from "../../data/api/access-token.ts";
import { forgetMailedLink } from "./mailed-link.ts";

export interface CarriedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The masked e-mail address in the token. Undefined if the token has no address. */
  readonly whose: string | undefined;
}

let carried: CarriedSession | undefined;
const listeners = new Set<() => void>();

/**
 * Returns the session. Undefined if the URL contains no session, and during hydration of a
 * prerendered page.
 */
export function useCarriedSession(): CarriedSession | undefined {
  return useSyncExternalStore(
    follow,
    () => carried,
    () => undefined,
  );
}

export function dropCarriedSession(): void {
  carried = undefined;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  take();
  addEventListener("hashchange", take);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("hashchange", take);
  };
}

function take(): void {
  const values = new URLSearchParams(location.hash.replace(/^#/, ""));
  const accessToken = values.get("access_token") ?? "";
  const refreshToken = values.get("refresh_token") ?? "";
  if (accessToken === "" || refreshToken === "") return;
  forgetMailedLink();
  const email = emailOf(accessToken);
  carried = {
    accessToken,
    refreshToken,
    whose: email === undefined ? undefined : maskEmail(email),
  };
  for (const listener of listeners) listener();
}

/**
 * Masks an e-mail address, so that its owner recognises the address but other people cannot read
 * it.
 */
export function maskEmail(email: string): string {
  const [first = ""] = email;
  const at = email.includes("@") ? email.lastIndexOf("@") : email.length;
  return `${first}***${email.slice(at)}`;
}
