/** Whether somebody is signed in, on every page: public ones too, where nothing else asks for the session. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { authClient } from "../auth/auth-client.ts";
import { giveTokensOf } from "../auth/token-source.ts";

/** Undefined until it is known. */
export function useIsSignedIn(): boolean | undefined {
  const isStored = useSyncExternalStore(watchSession, hasSession, () => false);
  const [isReady, setIsReady] = useState(false);
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
        setIsReady(session !== null);
      });
      stop = () => data.subscription.unsubscribe();
    };
    // Without the service nobody is signed in here; the page says so where it matters.
    follow().catch(() => setIsReady(false));
    return () => {
      isOver = true;
      stop();
      setIsReady(false);
    };
  }, [isStored]);
  if (!isStored) return false;
  return isReady ? true : undefined;
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
