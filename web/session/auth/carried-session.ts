/**
 * A session that a hosted service's link brings in the fragment of the address. Anyone can write
 * such a link, and a user signed in by a stranger's link would pay into the stranger's account. So
 * only the target pages of these services read it. They remove it from the address at once, and use
 * it only after a click that names the account.
 */
import { useSyncExternalStore } from "react";
import { emailOf } from "../../data/api/access-token.ts";
import { forgetMailedLink } from "./mailed-link.ts";

export interface CarriedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The masked address in the token; undefined if it has none. */
  readonly whose: string | undefined;
}

let carried: CarriedSession | undefined;
const listeners = new Set<() => void>();

/** Undefined if the address has none, and during hydration of a prerendered page. */
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

/** Shows enough for the owner to recognise the address, but not for others to read it. */
export function maskEmail(email: string): string {
  const [first = ""] = email;
  const at = email.includes("@") ? email.lastIndexOf("@") : email.length;
  return `${first}***${email.slice(at)}`;
}
