/**
 * Follows the stored session without the official client: what the clients of other tabs tell of it
 * on their channel, and when this tab looks at it. Renewing it is the client's.
 */
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { storageKey, storedSession } from "./stored-session.ts";

/** So long before the end of its token the client is asked for: it renews 90 s before. */
const RENEWED_MS = 300_000;
const RETRY_MS = 10_000;
/** Longer ones a timer does not know. */
const TIMER_MS_MAX = 2 ** 31 - 1;

interface SessionMessage {
  readonly event: AuthChangeEvent;
  readonly session: Session | null;
}

/**
 * `needClient` makes the client, which is followed instead from then on; `failed` is told when it
 * cannot be made and the session is over. Returns how to stop.
 */
export function followStored(
  hear: (event: AuthChangeEvent, session: Session | null) => void,
  needClient: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const first = storedSession();
  let token = first?.access_token;
  const lookIn = (ms: number) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(look, Math.min(ms, TIMER_MS_MAX));
  };
  const renew = async () => {
    try {
      await needClient();
    } catch (error) {
      if (storedSession() === undefined) failed(error);
      else lookIn(RETRY_MS);
    }
  };
  const look = () => {
    const session = storedSession();
    if (session !== undefined && session.access_token !== token) {
      token = session.access_token;
      hear("SIGNED_IN", session);
    }
    const leftMs = (session?.expires_at ?? 0) * 1000 - Date.now() - RENEWED_MS;
    if (leftMs > 0) lookIn(leftMs);
    else void renew();
  };
  const channel = new BroadcastChannel(storageKey());
  channel.addEventListener("message", ({ data }: MessageEvent<SessionMessage>) => {
    token = data.session?.access_token;
    hear(data.event, data.session);
    if (data.session === null) clearTimeout(timer);
    else look();
  });
  const handleVisible = () => {
    if (document.visibilityState === "visible") look();
  };
  document.addEventListener("visibilitychange", handleVisible);
  // As the client does: after the call, and to each that follows.
  queueMicrotask(() => {
    if (first !== undefined && !isOver) hear("INITIAL_SESSION", first);
  });
  look();
  return () => {
    isOver = true;
    clearTimeout(timer);
    channel.close();
    document.removeEventListener("visibilitychange", handleVisible);
  };
}
