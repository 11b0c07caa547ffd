/**
 * Follows the stored session without the official client. Listens to the channel on which clients
 * in other tabs publish changes, and checks the session when this tab becomes visible. Only the
 * client can renew the session.
 */
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { storageKey, storedSession } from "./stored-session.ts";

/**
 * The client is loaded this long before the token expires. The client renews the token 90 s before
 * expiry.
 */
const RENEWED_MS = 300_000;
const RETRY_MS = 10_000;
/** Maximum delay of a timer, in milliseconds. */
const TIMER_MS_MAX = 2 ** 31 - 1;

interface SessionMessage {
  readonly event: AuthChangeEvent;
  readonly session: Session | null;
}

/**
 * Follows the stored session. `needClient` loads the client, which is followed instead from then
 * on. `failed` is called if the client cannot be loaded and the session has ended. Returns a
 * function that stops following.
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
  // Call back asynchronously, because the client also calls back only after its function has
  // returned.
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
