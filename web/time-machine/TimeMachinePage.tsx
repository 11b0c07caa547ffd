/**
 * /time-machine: for anybody, in the shell for who is signed in. Until the session is known the
 * stored one decides what is shown: the public frame hides itself.
 */
import { useAuth } from "../auth/auth-context.ts";
import { LoadingShell } from "../shell/LoadingShell.tsx";
import { SignedInShell } from "../shell/SignedInArea.tsx";
import { useIsHydrated } from "../ui/use-is-hydrated.ts";
import { PublicFrame } from "./PublicFrame.tsx";
import { TimeMachine } from "./TimeMachine.tsx";

export function TimeMachinePage() {
  const { user, loading, needsCode } = useAuth();
  const isHydrated = useIsHydrated();
  if (isHydrated && user !== null && !needsCode)
    return (
      <SignedInShell key={user.id}>
        <TimeMachine />
      </SignedInShell>
    );
  if (isHydrated && loading && "session" in document.documentElement.dataset)
    return <LoadingShell />;
  return (
    <PublicFrame>
      <TimeMachine />
    </PublicFrame>
  );
}
