/**
 * Follows the signed-in user through the official client. Before the client is loaded, watches the
 * client's storage and other tabs instead. When the user changes or signs out, the tab first
 * deletes the former user's data, so that the next user never sees it.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { setPerson } from "../../data/api/asker.ts";
import { setChatUnread } from "../../data/live/chat-state.ts";
import { forgetNotices } from "../../ui/toasts/notice-log.ts";
import { dismissToast, shownToast } from "../../ui/toasts/toast-store.ts";
import { answerProof } from "./proof-request.ts";
import { authClient, isClientThere, withClient } from "./client.ts";
import { followStored } from "./follow-stored.ts";
import { storedSession } from "./stored-session.ts";
import { giveStoredTokens, giveTokensOf } from "./token-source.ts";

type Listener = (event: AuthChangeEvent, session: Session | null) => void;

let hasBegun = false;

/**
 * Starts the page with the stored session. The client is not loaded while the stored token is
 * sufficient. Must be called before any request to the server.
 */
export function beginWithStoredSession(queryClient: QueryClient): void {
  const begun = storedSession();
  if (begun === undefined) return;
  hasBegun = true;
  giveStoredTokens(async () => (await authClient()).auth);
  forgetFormerPerson(queryClient, begun.user.id);
}

/**
 * Returns the stored session, or undefined after the client has been created, because the client
 * then reports the session.
 */
export function begunSession(): Session | undefined {
  return hasBegun && !isClientThere() ? storedSession() : undefined;
}

/**
 * Follows the session. Calls `failed` if the service is unreachable. Returns a function that stops
 * following.
 */
export function followSession(
  queryClient: QueryClient,
  listener: Listener,
  failed: (error: unknown) => void,
): () => void {
  const handleChange: Listener = (event, session) => {
    document.documentElement.toggleAttribute("data-session", session !== null);
    forgetFormerPerson(queryClient, session?.user.id ?? NOBODY);
    listener(event, session);
  };
  let isOver = false;
  const fail = (error: unknown) => {
    if (!isOver) failed(error);
  };
  const needClient = async () => void (await authClient());
  const isBegun = begunSession() !== undefined;
  let stop = isBegun ? followStored(handleChange, needClient, fail) : () => {};
  const forget = withClient((auth) => {
    stop();
    giveTokensOf(auth);
    const { data } = auth.onAuthStateChange((event, session) => {
      // The client has checked the session that the page started with and found that it has ended.
      const isEnded = isBegun && event === "INITIAL_SESSION" && session === null;
      handleChange(isEnded ? "SIGNED_OUT" : event, session);
    });
    stop = () => data.subscription.unsubscribe();
  });
  if (!isBegun) needClient().catch(fail);
  return () => {
    isOver = true;
    forget();
    stop();
  };
}

const NOBODY = "";
const KEY = "person";

/** User whose data this tab may contain. Survives a reload, like the notices. */
let person = storedPerson();

/** Queries without personal data. Their results stay on the screen during sign-in and sign-out. */
const PUBLIC: readonly unknown[] = ["getConfig", "getPublicStats", "listPlans"];

function forgetFormerPerson(queryClient: QueryClient, next: string): void {
  setPerson(next === NOBODY ? undefined : next);
  if (next === person) return;
  person = next;
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => !PUBLIC.includes(name) });
  queryClient.getMutationCache().clear();
  answerProof(false);
  setChatUnread(0);
  forgetNotices();
  const shown = shownToast();
  if (shown) dismissToast(shown.id);
  try {
    sessionStorage.setItem(KEY, next);
  } catch {
    // Storage is unavailable, so the notices do not survive a reload either.
  }
}

function storedPerson(): string {
  try {
    return sessionStorage.getItem(KEY) ?? NOBODY;
  } catch {
    return NOBODY;
  }
}
