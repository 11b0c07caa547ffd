/**
 * A session that a hosted service's link carries in the URL fragment. Anyone can create such a
 * link. An attacker's link could sign a user in to the attacker's account, and the user would then
 * pay into it. Therefore, only the pages that these services link to read the session. The pages
 * remove it from the URL immediately, show the account, and use the session only after a click.
 */
import { useSyncExternalStore } from "react";
import { emailOf } from "../../data/api/access-token.ts";
import { forgetMailedLink } from "./mailed-link.ts";

export interface CarriedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Masked e-mail address from the token. Undefined if the token contains none. */
  readonly whose: string | undefined;
}

let carried: CarriedSession | undefined;
const listeners = new Set<() => void>();

/**
 * Returns the session, or undefined if the URL contains none or a prerendered page is being
 * hydrated.
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

/** Masks an e-mail address, so that its owner can recognise it but other people cannot read it. */
export function maskEmail(email: string): string {
  const [first = ""] = email;
  const at = email.includes("@") ? email.lastIndexOf("@") : email.length;
  return `${first}***${email.slice(at)}`;
}
