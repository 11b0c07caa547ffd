/**
 * Tracks the state of the live stream, for the indicator in the header and for dimming stale
 * figures.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { readAgain } from "../api/query-client.ts";
import { createPacedQueries } from "./paced-queries.ts";
import { quoteFrames } from "./quote-frames.ts";
import { applyEvent } from "./stale-queries.ts";
import { openStream, type Connection } from "./stream.ts";

const NOTHING_RECEIVED: Connection = { state: "connecting", receivedAt: undefined };

let connection = NOTHING_RECEIVED;
const listeners = new Set<() => void>();

function setConnection(next: Connection): void {
  connection = next;
  // Key figures are dimmed while they may be outdated (see styles/parts.css).
  document.documentElement.toggleAttribute("data-stale", next.state === "stale");
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connection,
    () => connection,
  );
}

/**
 * Keeps the stream open while the component is mounted. Used once, in the signed-in area. `token`
 * returns the current access token.
 */
export function useLiveStream(token: () => Promise<string | undefined>): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let wasCut = false;
    const paced = createPacedQueries(queryClient);
    const close = openStream({
      url: `${location.origin.replace(/^http/, "ws")}/api/v1/stream`,
      topics: ["me", "mining", "chain", "chat", "terms", "admin"],
      frames: quoteFrames,
      token,
      onEvent: (event) => applyEvent(queryClient, event, paced),
      onMissed: () => void readAgain(queryClient),
      // If the API also rejects the token, this request redirects to the sign-in page. Otherwise,
      // it has no effect.
      onRefused: () => void queryClient.invalidateQueries({ queryKey: ["getMe"] }),
      onState: (next) => {
        if (next.state === "live" && wasCut) void readAgain(queryClient);
        wasCut = next.state === "reconnecting" || next.state === "stale";
        setConnection(next);
      },
    });
    return () => {
      close();
      paced.close();
      setConnection(NOTHING_RECEIVED);
    };
  }, [queryClient, token]);
}
