/**
 * Who is signed in, on every page: public ones too, where nothing else asks for the session. Who
 * still owes the code of the second factor is a visitor.
 */
import { useQueryClient } from "@tanstack/react-query";
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { useEffect, useState, useSyncExternalStore } from "react";
import { followSession } from "../auth/follow-session.ts";
import { isCodeNeeded } from "../auth/code-needed.ts";

/** Their id, null for a visitor; undefined until it is known. */
export function useSignedInUser(): string | null | undefined {
  const isStored = useSyncExternalStore(watchSession, hasSession, () => false);
  const [userId, setUserId] = useState<string | null>();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isStored) return undefined;
    const follow = (_event: AuthChangeEvent, session: Session | null) =>
      setUserId(session === null || isCodeNeeded(session) ? null : session.user.id);
    // Without the service nobody is signed in here; the page says so where it matters.
    const stop = followSession(queryClient, follow, () => setUserId(undefined));
    return () => {
      stop();
      setUserId(undefined);
    };
  }, [isStored, queryClient]);
  return isStored ? userId : null;
}

/** The mark that the page has from its first script on, and that sign-in and sign-out move. */
function hasSession(): boolean {
  return document.documentElement.hasAttribute("data-session");
}

function watchSession(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-session"] });
  return () => observer.disconnect();
}
