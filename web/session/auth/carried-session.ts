/**
 * The session that a link of another sign-in service brings in the fragment of the address. Anybody
 * can write such a link, and whoever is signed in by a stranger's would pay into the stranger's
 * account: it is taken on the pages where those services are asked to lead, out of the address at
 * once, and used by a press that names the account.
 */
import { useSyncExternalStore } from "react";
import { emailOf } from "../../data/api/access-token.ts";
import { forgetMailedLink } from "./mailed-link.ts";

export interface CarriedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Masked, as the token says it; undefined when it names none. */
  readonly whose: string | undefined;
}

let carried: CarriedSession | undefined;
const listeners = new Set<() => void>();

/** Undefined when the address has brought none, and while a prerendered page is taken over. */
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

/** Enough for the owner to know it again, and for nobody else to read it. */
export function maskEmail(email: string): string {
  const [first = ""] = email;
  const at = email.includes("@") ? email.lastIndexOf("@") : email.length;
  return `${first}***${email.slice(at)}`;
}
