/**
 * Returns the signed-in user. Also works on public pages, where no other code reads the session.
 * Until two-factor authentication is complete, the user counts as a visitor.
 */
import { useQueryClient } from "@tanstack/react-query";
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { useEffect, useState, useSyncExternalStore } from "react";
import { followSession } from "../../session/auth/follow-session.ts";
import { isCodeNeeded } from "../../session/auth/code-needed.ts";

export interface SignedInUser {
  /** The user's id. Null for a visitor, undefined until the session is known. */
  readonly userId: string | null | undefined;
  readonly problem: { readonly error: unknown; readonly retry: () => void } | undefined;
}

export function useSignedInUser(): SignedInUser {
  const isStored = useSyncExternalStore(watchSession, hasSession, () => false);
  const [userId, setUserId] = useState<string | null>();
  const [problem, setProblem] = useState<SignedInUser["problem"]>();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isStored) return undefined;
    const follow = (_event: AuthChangeEvent, session: Session | null) =>
      setUserId(session === null || isCodeNeeded(session) ? null : session.user.id);
    const begin = () =>
      followSession(queryClient, follow, (error) => {
        setUserId(undefined);
        setProblem({ error, retry });
      });
    const retry = () => {
      stop();
      setProblem(undefined);
      stop = begin();
    };
    let stop = begin();
    return () => {
      stop();
      setUserId(undefined);
      setProblem(undefined);
    };
  }, [isStored, queryClient]);
  return isStored ? { userId, problem } : { userId: null, problem: undefined };
}

/**
 * Reads the document attribute that the page's first script sets and that sign-in and sign-out
 * change.
 */
function hasSession(): boolean {
  return document.documentElement.hasAttribute("data-session");
}

function watchSession(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-session"] });
  return () => observer.disconnect();
}
