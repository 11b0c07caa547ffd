/** Opens a page after sign-in: the page that required the sign-in, or the dashboard. */
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { useAuth } from "./auth-context.ts";
import { safeRedirect } from "./safe-redirect.ts";

/**
 * Leaves the sign-in page as soon as there is a session that needs no code, even an earlier
 * session. Waits while `isHeld` is true, for example while the user chooses between two accounts.
 */
export function useAfterSignIn(redirect: string | undefined, isHeld = false): void {
  const { user, loading, needsCode } = useAuth();
  const navigate = useNavigate();
  const router = useRouter();
  const go = useCallback(() => {
    const target = safeRedirect(redirect);
    if (target === undefined) void navigate({ ...paths.dashboard, replace: true });
    else router.history.replace(target);
  }, [navigate, redirect, router]);
  const isSignedIn = !loading && user !== null && !needsCode && !isHeld;
  useEffect(() => {
    if (isSignedIn) go();
  }, [isSignedIn, go]);
}
