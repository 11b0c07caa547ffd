/**
 * Whether somebody is signed in, on every page: public ones too, where nothing else asks for the session. Who still owes the
 * code of the second factor is a visitor.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { authClient } from "../auth/auth-client.ts";
import { isCodeNeeded } from "../auth/second-factor.ts";
import { giveTokensOf } from "../auth/token-source.ts";

/** Undefined until it is known. */
export function useIsSignedIn(): boolean | undefined {
  const isStored = useSyncExternalStore(watchSession, hasSession, () => false);
  const [isSignedIn, setIsSignedIn] = useState<boolean>();
  useEffect(() => {
    if (!isStored) return undefined;
    let isOver = false;
    let stop = () => {};
    const follow = async () => {
      const { auth } = await authClient();
      if (isOver) return;
      giveTokensOf(auth);
      const { data } = auth.onAuthStateChange((_event, session) => {
        document.documentElement.toggleAttribute("data-session", session !== null);
        setIsSignedIn(session !== null && !isCodeNeeded(session));
      });
      stop = () => data.subscription.unsubscribe();
    };
    // Without the service nobody is signed in here; the page says so where it matters.
    follow().catch(() => setIsSignedIn(undefined));
    return () => {
      isOver = true;
      stop();
      setIsSignedIn(undefined);
    };
  }, [isStored]);
  return isStored ? isSignedIn : false;
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
