/**
 * Provides the session of the Supabase client, passes its access token to the API, and shows
 * failures in the product's own words.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { PageTitle } from "../../ui/layout/PageTitle.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { AuthContext, type Auth } from "./auth-context.ts";
import { begunSession, followSession } from "./follow-session.ts";
import { wasSignedOutHere } from "./own-sign-out.ts";
import { isCodeNeeded } from "./code-needed.ts";
import { failureTexts, signOutTexts } from "./session-strings.ts";
import { useSetupClaim } from "./use-setup-claim.ts";

/** Loaded on first use. */
const actions = () => import("./auth-client.ts");

export function AuthProvider(props: { children: ReactNode }) {
  const { session, loading, wasEnded, error } = useSession();
  const navigate = useNavigate();
  const needsCode = isCodeNeeded(session);
  const toSecondFactor = useCallback(() => void navigate(paths.twoFactor), [navigate]);
  useSetupClaim(needsCode ? undefined : session?.user.id, toSecondFactor);

  // During sign-out, pages show 'Loading...' instead of redirecting to the login page.
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = useCallback(async () => {
    setIsLeaving(true);
    try {
      await (await actions()).signOut();
      await navigate(paths.landing);
    } catch (failure) {
      notify(failureTexts.signOut, failure, await signOutState());
    }
    setIsLeaving(false);
  }, [navigate]);

  const auth = useMemo<Auth>(
    () => ({
      user: session?.user ?? null,
      session,
      loading: loading || isLeaving,
      needsCode,
      wasEnded,
      signUp: async (input) => {
        const work = actions().then(({ signUp }) => signUp(input));
        return (await notifyOnFailure(failureTexts.signUp, work)) ?? "failed";
      },
      signIn: async (input) => {
        const work = actions().then(({ signIn }) => signIn(input));
        const begun = await notifyOnFailure(failureTexts.signIn, work);
        return begun !== undefined && !isCodeNeeded(begun);
      },
      signOut: leave,
    }),
    [session, loading, isLeaving, needsCode, wasEnded, leave],
  );

  if (error !== undefined) {
    return (
      <main id="main" className="mx-auto grid max-w-xl gap-4 px-4 py-16">
        <PageTitle>Sign-in not reachable</PageTitle>
        <h1 className="title">Sign-in cannot be reached</h1>
        <ErrorCard error={error} onRetry={() => location.reload()} />
      </main>
    );
  }
  return <AuthContext value={auth}>{props.children}</AuthContext>;
}

interface SessionState {
  readonly session: Session | null;
  readonly loading: boolean;
  readonly wasEnded: boolean;
}

/**
 * True if the session has ended. `before` does not contain a session if the server rejects the
 * stored session at the first check.
 */
function isEnded(before: SessionState, event: AuthChangeEvent, session: Session | null): boolean {
  if (session !== null) return false;
  if (event !== "SIGNED_OUT") return before.wasEnded;
  if (before.session !== null) return !wasSignedOutHere(before.session);
  return before.wasEnded || before.loading;
}

/** True if the client has confirmed the session that was stored when the page was loaded. */
function isKnown(before: SessionState, event: AuthChangeEvent, session: Session | null): boolean {
  if (event !== "INITIAL_SESSION" || before.loading) return false;
  return session !== null && session.access_token === before.session?.access_token;
}

/**
 * Returns the session and follows the client's events: initial session, sign-in, sign-out (also in
 * other tabs) and token refresh.
 */
function useSession() {
  const [state, setState] = useState<SessionState>(() => {
    const session = begunSession();
    return { session: session ?? null, loading: session === undefined, wasEnded: false };
  });
  const [error, setError] = useState<unknown>();
  const queryClient = useQueryClient();

  useEffect(() => {
    const follow = (event: AuthChangeEvent, session: Session | null) =>
      setState((before) =>
        isKnown(before, event, session)
          ? before
          : { session, loading: false, wasEnded: isEnded(before, event, session) },
      );
    return followSession(queryClient, follow, setError);
  }, [queryClient]);
  return { ...state, error };
}

/** Returns the result of the action. On failure, notifies the user and returns undefined. */
async function notifyOnFailure<Answer>(
  title: string,
  action: Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await action;
  } catch (error) {
    notify(title, error);
    return undefined;
  }
}

/**
 * Error messages that are replaced with a general text. If a response has no body (from a proxy),
 * the client converts the missing message to an empty object.
 */
const EMPTY_MESSAGES = ["", "{}"];

/** Shows a failure. `state` describes the state after the failure and is appended to the reason. */
function notify(title: string, error: unknown, state?: string): void {
  const message = error instanceof Error ? error.message : "";
  const isEmpty = EMPTY_MESSAGES.includes(message);
  const reason = isEmpty ? failureTexts.unknown : asApiError(error).text;
  const description = state === undefined ? reason : `${asSentence(reason)} ${state}`;
  toast({ title, description, variant: "destructive" });
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * Returns the text about the state after a failed sign-out. The session may or may not have ended,
 * because the client deletes its session before it asks the server to end it.
 */
async function signOutState(): Promise<string> {
  const isHere = await actions().then(({ isSignedInHere }) => isSignedInHere());
  return isHere ? signOutTexts.stillHere : signOutTexts.goneHere;
}
