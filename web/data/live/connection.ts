/**
 * The state of the live stream, for the mark in the header and for numbers that dim when they are
 * stale.
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
  // Key figures step back while they may be old: styles/parts.css.
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
 * Keeps the stream open while mounted: once, in the signed-in area. `token` gives the access token
 * of whoever listens.
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
      // Refused with the same token as the stream, it ends in the sign-in page; else nothing
      // happens.
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
