/**
 * Guards the login-required pages. Shows 'Loading...' during the session lookup. Redirects to
 * /login if there is no session or its two-factor authentication is incomplete. Otherwise, shows
 * the shell.
 */
import { useQuery } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { tokenSource } from "../../data/api/asker.ts";
import { useAuth } from "../../session/auth/auth-context.ts";
import { useChatUnread } from "../../features/chat/use-unread.ts";
import { useLiveStream, useConnection } from "../../data/live/connection.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { followNumberFormat } from "../../ui/preferences/number-marks.ts";
import { setReferenceRate } from "../../ui/preferences/unit.ts";
import { centsPerBtcOf } from "../../ui/amounts/reference-rate.ts";
import { useForexToasts } from "../notices/use-forex-toasts.ts";
import { useUnseen } from "../notices/use-unseen.ts";
import { Later } from "../../ui/loading/Later.tsx";
import { LoadingPage, LoadingShell } from "./LoadingShell.tsx";
import { userArea, userAreaOfAdministrators, type ShellArea } from "../navigation/entries.ts";
import { Overlays, type Overlay } from "./Overlays.tsx";
import { Shell } from "./Shell.tsx";
import { Spoken } from "./Spoken.tsx";
import { connectionTexts as texts } from "./strings.ts";
import { AnonymousAccountStrip } from "./AnonymousAccountStrip.tsx";
import { UnansweredArea } from "../unanswered/UnansweredArea.tsx";
import { LiveMark } from "../../ui/loading/LiveMark.tsx";

const LeaveAnonymousAccount = lazy(async () => ({
  default: (await import("./LeaveAnonymousAccount.tsx")).LeaveAnonymousAccount,
}));

const InitialPasswordDialog = lazy(async () => ({
  default: (await import("./InitialPasswordDialog.tsx")).InitialPasswordDialog,
}));

const RATE_FRESH_MS = 300_000;

export function SignedInArea() {
  const { user, loading, needsCode } = useAuth();
  // Set the number format in a state initializer, so that it is known before the children render.
  useState(followNumberFormat);
  if (loading) return <LoadingShell />;
  if (user === null || needsCode) return <ToLogin />;
  return <SignedInShell key={user.id} />;
}

/**
 * Redirects to /login once, with the original URL. During the redirect, the current URL is already
 * /login, so a second redirect would use /login as the original URL and loop.
 */
export function ToLogin() {
  const router = useRouter();
  const [redirect] = useState(() => router.state.location.href);
  useEffect(() => {
    void router.navigate({ ...paths.login, search: { redirect }, replace: true });
  }, [router, redirect]);
  return <LoadingShell />;
}

/**
 * The shell with the user's data. Defaults: `area` is the users' area, `children` is the page of
 * the route.
 */
export function SignedInShell(props: { area?: ShellArea; children?: ReactNode }) {
  const { signOut, user } = useAuth();
  const isTrying = user?.is_anonymous === true;
  const [isLeaving, setIsLeaving] = useState(false);
  const me = useQuery(apiQuery("getMe"));
  const mailbox = useQuery(apiQuery("listMailbox"));
  useForexToasts(mailbox.data?.items);
  const { count, markSeen } = useUnseen(user?.id ?? "", mailbox.data?.items ?? []);
  const [overlay, setOverlay] = useState<Overlay>();
  const open = useCallback(
    (next: Overlay | undefined) => {
      // Messages that arrive while the activity list is open are marked as seen when it closes.
      if (next === "activity" || overlay === "activity") markSeen();
      setOverlay(next);
    },
    [markSeen, overlay],
  );
  const goNow = () => void signOut();
  const leave = isTrying ? () => setIsLeaving(true) : goNow;
  const area = props.area ?? (me.data?.isAdmin === true ? userAreaOfAdministrators : userArea);
  return (
    <>
      <Behind />
      <Shell
        area={area}
        userName={me.data && (me.data.name || me.data.miningName)}
        userEmail={me.data?.email}
        unreadCount={mailbox.data?.unreadCount}
        unseenCount={count}
        onOpen={open}
        connection={<ConnectionMark />}
        onLogout={leave}
      >
        {isTrying ? <AnonymousAccountStrip /> : null}
        <UnansweredArea userId={user?.id ?? ""} />
        <Later before={<LoadingPage />}>{props.children ?? <Outlet />}</Later>
      </Shell>
      <Spoken messages={mailbox.data?.items} />
      <Suspense>
        {me.data?.hasInitialPassword === true ? <InitialPasswordDialog /> : null}
        {isLeaving ? (
          <LeaveAnonymousAccount onClose={() => setIsLeaving(false)} onLeave={goNow} />
        ) : null}
      </Suspense>
      <Overlays area={area} open={overlay} onOpen={open} onLogout={leave} />
    </>
  );
}

/** Returns the current access token. Called again for each connection. */
const streamToken = () => tokenSource().token();

/**
 * Runs the queries that every signed-in page needs but does not show. A separate component, so that
 * their results do not rerender the shell.
 */
function Behind() {
  useLiveStream(streamToken);
  useChatUnread();
  useReferenceRateOfPlans();
  return null;
}

/** Converts amounts to USD at the reference rate of the plan prices. */
function useReferenceRateOfPlans(): void {
  const { data } = useQuery({ ...apiQuery("listPlans"), staleTime: RATE_FRESH_MS });
  const rate = data?.reference.rateUsdPerBtc;
  useEffect(() => {
    if (rate !== undefined) setReferenceRate(centsPerBtcOf(rate));
  }, [rate]);
}

/** Shows whether the numbers are live, or since when they are stale. */
function ConnectionMark() {
  const { state, receivedAt } = useConnection();
  return (
    <output className="min-w-22">
      {state === "live" ? <LiveMark>{texts.live}</LiveMark> : null}
      {state === "connecting" ? <LiveMark isStale>{texts.connecting}</LiveMark> : null}
      {state === "reconnecting" ? <LiveMark isStale>{texts.reconnecting}</LiveMark> : null}
      {state === "stale" ? <LiveMark isStale>{staleText(receivedAt)}</LiveMark> : null}
    </output>
  );
}

function staleText(receivedAt: number | undefined): string {
  if (receivedAt === undefined) return texts.never;
  return texts.stale(new Date(receivedAt).toISOString().slice(11, 19));
}
