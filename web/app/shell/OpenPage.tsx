/**
 * A public page, which signed-in users see in their shell. Until the session is known, the frame
 * depends on the stored session, and CSS hides the public frame if necessary.
 */
import type { ReactNode } from "react";
import { useAuth } from "../../session/auth/auth-context.ts";
import { useIsHydrated } from "../../data/api/use-is-hydrated.ts";
import { LoadingShell } from "./LoadingShell.tsx";
import { PublicFrame } from "./PublicFrame.tsx";
import { SignedInShell } from "./SignedInArea.tsx";

export function OpenPage(props: { children: ReactNode }) {
  const { user, loading, needsCode } = useAuth();
  const isHydrated = useIsHydrated();
  if (isHydrated && user !== null && !needsCode)
    return <SignedInShell key={user.id}>{props.children}</SignedInShell>;
  if (isHydrated && loading && "session" in document.documentElement.dataset)
    return <LoadingShell />;
  return <PublicFrame>{props.children}</PublicFrame>;
}
