/**
 * The live stream, a WebSocket at /api/v1/stream. The token is sent in the first message, never in
 * the URL. A lost connection is reopened with increasing pauses. The server pings every 30 s, so a
 * silent connection is treated as lost.
 */
import { streamLimits } from "../../../api/shell-limits.ts";
import type { ServerMessage, StreamTopic } from "../../../api/stream.ts";
import { notePosition } from "../api/position.ts";
import type { QuoteFrames } from "./quote-frames.ts";

/**
 * `stale` means that the connection has been lost for so long that the displayed numbers may be
 * wrong.
 */
export type ConnectionState = "connecting" | "live" | "reconnecting" | "stale";

export interface Connection {
  state: ConnectionState;
  /** Time of the last message, in milliseconds since 1970. Undefined before the first message. */
  receivedAt: number | undefined;
}

export type StreamEvent = Extract<ServerMessage, { type: "event" }>;

interface StreamOptions {
  url: string;
  topics: readonly StreamTopic[];
  /** Live prices, subscribed to only while a page listens. */
  frames?: QuoteFrames;
  token: () => Promise<string | undefined>;
  onEvent: (event: StreamEvent) => void;
  /** Called if events may have been lost although the connection stayed open. */
  onMissed: () => void;
  onState: (connection: Connection) => void;
  /**
   * Called if the server closed the connection because of the session or the token. The caller
   * should then check the session.
   */
  onRefused: () => void;
}

/** WebSocket close code 1008 (policy violation, RFC 6455). */
const POLICY = 1008;

const SILENCE_MS_MAX = 45_000;
const STALE_AFTER_MS = 10_000;
const PAUSE_MS_MAX = 15_000;
const MISSED_MS_MAX = 3_000;

/**
 * Returns the pause before attempt n, counted from 0. The pause starts at 0.5 s and doubles up to
 * 15 s. It is then reduced at random by up to half, so that tabs do not reconnect at the same time.
 */
export function reconnectPauseMs(attempt: number, random = Math.random()): number {
  const full = Math.min(PAUSE_MS_MAX, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.5 + random / 2));
}

/** Opens the stream and keeps it open. Returns a function that closes it permanently. */
export function openStream(options: StreamOptions): () => void {
  let isClosed = false;
  let hasBegun = false;
  let socket: WebSocket | undefined;
  let attempt = 0;
  let receivedAt: number | undefined;
  /**
   * Set if the server has announced that it will close the connection. The client then reconnects
   * within this time.
   */
  let withinMs: number | undefined;
  let cutTimer: ReturnType<typeof setTimeout> | undefined;
  let staleTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let missedTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Delays the refetch at random. All browsers receive the server's message at the same time, so
   * the delay spreads their requests.
   */
  const missSoon = () => {
    missedTimer ??= setTimeout(() => {
      missedTimer = undefined;
      options.onMissed();
    }, Math.random() * MISSED_MS_MAX);
  };

  const report = (state: ConnectionState) => {
    if (!isClosed) options.onState({ state, receivedAt });
  };

  /**
   * Requests events published since the page started loading. Sent only with the first
   * subscription, because everything is refetched after a lost connection.
   */
  const reading = () => {
    if (hasBegun) return {};
    hasBegun = true;
    return { readingForMs: Math.min(streamLimits.readingMs, Math.ceil(performance.now())) };
  };

  const send = (message: object) => socket?.send(JSON.stringify(message));
  let isReady = false;
  const stopFollowing = options.frames?.follow((isWanted) => {
    if (isReady) send({ type: isWanted ? "subscribe" : "unsubscribe", topics: ["quotes"] });
  });

  const handleMessage = (data: unknown) => {
    receivedAt = Date.now();
    clearTimeout(cutTimer);
    cutTimer = setTimeout(() => socket?.close(), SILENCE_MS_MAX);
    if (data instanceof ArrayBuffer) options.frames?.receive(data);
    else read(String(data));
  };

  const read = (text: string) => {
    const message = JSON.parse(text) as ServerMessage;
    // Store the position before the event triggers any read, so that these reads send the new
    // position.
    if ("position" in message) notePosition(message.position);
    if (message.type === "ping") send({ type: "pong" });
    if (message.type === "event") options.onEvent(message);
    if (message.type === "missed") missSoon();
    if (message.type === "reconnect") withinMs = message.withinMs;
    if (message.type === "ready") {
      attempt = 0;
      clearTimeout(staleTimer);
      staleTimer = undefined;
      send({ type: "subscribe", topics: options.topics, ...reading() });
      isReady = true;
      if (options.frames?.isWanted()) send({ type: "subscribe", topics: ["quotes"] });
      report("live");
    }
  };

  const lose = () => {
    clearTimeout(cutTimer);
    isReady = false;
    hasBegun = true;
    if (isClosed) return;
    if (staleTimer === undefined) {
      report("reconnecting");
      staleTimer = setTimeout(() => report("stale"), STALE_AFTER_MS);
    }
    const pauseMs =
      withinMs === undefined ? reconnectPauseMs(attempt) : Math.round(Math.random() * withinMs);
    withinMs = undefined;
    retryTimer = setTimeout(() => void connect(), pauseMs);
    attempt += 1;
  };

  const connect = async () => {
    const token = await options.token().catch(() => undefined);
    if (isClosed) return;
    if (token === undefined) {
      lose();
      return;
    }
    socket = new WebSocket(options.url);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => send({ type: "auth", token }));
    socket.addEventListener("message", (event: MessageEvent<unknown>) => handleMessage(event.data));
    const close = ({ code }: CloseEvent) => {
      if (code === POLICY && !isClosed) options.onRefused();
      lose();
    };
    socket.addEventListener("close", close, { once: true });
  };

  report("connecting");
  void connect();
  return () => {
    isClosed = true;
    stopFollowing?.();
    for (const timer of [cutTimer, staleTimer, retryTimer, missedTimer]) clearTimeout(timer);
    socket?.close();
  };
}
