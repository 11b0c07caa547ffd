/**
 * Who is signed in, as the official client tells it to this tab, or as its storage and the other
 * tabs do before it is needed. When that is another person, or
 * nobody any more, what the tab holds of the former one goes first: the next must not see it for a
 * moment.
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
 * For a page that is drawn anew: with the session that is stored here, without the client for as
 * long as only its token is needed. To be called before anything asks the server.
 */
export function beginWithStoredSession(queryClient: QueryClient): void {
  const begun = storedSession();
  if (begun === undefined) return;
  hasBegun = true;
  giveStoredTokens(async () => (await authClient()).auth);
  forgetFormerPerson(queryClient, begun.user.id);
}

/** Undefined once the client is there, which tells of a session, or of none. */
export function begunSession(): Session | undefined {
  return hasBegun && !isClientThere() ? storedSession() : undefined;
}

/** Returns how to stop. `failed` is told when the service cannot be reached. */
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
      // What the page has begun with is over: the client has looked at it.
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

/** Of whom this tab may hold something. Also for a reload, which the notices outlive. */
let person = storedPerson();

/** The same for everybody, and on the screen while people come and go. */
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
    // Storage refused: then the notices outlive no reload either.
  }
}

function storedPerson(): string {
  try {
    return sessionStorage.getItem(KEY) ?? NOBODY;
  } catch {
    return NOBODY;
  }
}
