/**
 * Serves the live stream: a WebSocket that notifies a signed-in browser of changed data. The first
 * message from the browser contains the token. Limits on size, rate, sockets per user and unsent
 * bytes prevent one client from affecting other clients.
 */
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer, type WebSocket } from "ws";
import { clientMessage, type AdminEvent, type ServerMessage } from "#api/stream";
import { paceEvents, type Bus, type MeChange } from "#platform";
import { oneAtATime, recheckAll, recheckTokens, type RecheckDeps } from "./recheck-streams.ts";
import { isForUs, isOwnOrigin, type OwnAddress } from "./known-hosts.ts";
import { sendLatestQuotes, type LatestQuotes, type QuoteDeps } from "./latest-quotes.ts";
import { sendEstimates, type EstimateDeps } from "./send-estimates.ts";
import { createRecentEvents, type RecentEvents } from "./recent-events.ts";
import type { UpgradeLimits } from "./upgrade-limits.ts";
import {
  answersForOperator,
  closeCode,
  createClients,
  enterAs,
  send,
  type Client,
  type Clients,
} from "./stream-client.ts";

export interface StreamDeps extends RecheckDeps, EstimateDeps, QuoteDeps {
  readonly bus: Bus;
  /**
   * Returns a WAL position that includes every delivered event. Undefined if there is no standby.
   */
  readonly position?: (() => string | undefined) | undefined;
  readonly own: OwnAddress;
  readonly upgrades: UpgradeLimits;
  /** Interval at which tokens are checked for expiry. */
  readonly tokenRecheckMs: number;
}

interface OpenStream extends StreamDeps {
  readonly clients: Clients;
  readonly recentEvents: RecentEvents;
  readonly quotes: LatestQuotes;
}

const limits = {
  authMs: 5_000,
  messageBytes: 64 * 1024,
  messagesPerMinute: 100,
  tokensPerMinute: 10,
  socketsPerUser: 20,
  pingMs: 30_000,
  pongMs: 10_000,
  /** Maximum delay until an ended session is noticed if no event was published. */
  recheckMs: 3_000,
  estimateMs: 5_000,
  adminNewsMs: 1_000,
  goodbyeMs: 1_000,
  goodbyePollMs: 20,
  /** Rate at which the clients of a stopping server reconnect to other servers. */
  reconnectsPerSecond: 200,
  reconnectMsMin: 250,
  reconnectMsMax: 10_000,
} as const;

export interface Stream {
  /** Returns the number of bytes that clients have not read yet. */
  bufferedBytes(): number;
  close(): Promise<void>;
}

export function startStream(server: Server, deps: StreamDeps): Stream {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
  });
  const clients = createClients();
  const recentEvents = createRecentEvents();
  const quotes = sendLatestQuotes(deps);

  server.on("upgrade", (request, socket, head) => {
    // Node passes on an upgraded socket without an error listener. Without the listener below, a
    // client that disconnects at this point would crash the process.
    socket.on("error", () => socket.destroy());
    const isStreamRequest = request.url === "/api/v1/stream" && isForUs(request, deps.own);
    if (!isStreamRequest || !isOwnOrigin(request.headers, deps.own)) {
      socket.once("finish", () => socket.destroy());
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    const waitMs = deps.upgrades.open(request);
    if (waitMs > 0) return refuseUpgrade(socket, waitMs);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const client = welcome(webSocket, socket, { ...deps, clients, recentEvents, quotes });
      webSocket.on("close", () => {
        if (!client.caller) deps.upgrades.countUnproven(request);
      });
    });
  });

  const tokenRechecks = oneAtATime(() => recheckTokens(clients, deps));
  const rechecks = oneAtATime(() => recheckAll(clients, deps));
  const estimates = oneAtATime(() => sendEstimates(clients, deps));
  const endings = [
    ...sendEvents(clients, deps, recentEvents),
    deps.bus.subscribe("missed", () => {
      const missed = placed({ type: "missed" }, deps);
      for (const client of clients) if (client.caller) send(client, missed);
      void rechecks.run();
    }),
    every(limits.pingMs, () => pingAll(clients)),
    every(60_000, () => {
      for (const client of clients) {
        client.messagesThisMinute = 0;
        client.tokensThisMinute = 0;
      }
    }),
    every(limits.recheckMs, () => void rechecks.run()),
    every(deps.tokenRecheckMs, () => void tokenRechecks.run()),
    every(limits.estimateMs, () => void estimates.run()),
    () => quotes.stop(),
  ];

  return {
    bufferedBytes: () => [...clients].reduce((sum, { socket }) => sum + socket.bufferedAmount, 0),
    async close() {
      for (const end of endings) end();
      const withinMs = reconnectWithinMs(clients.size);
      for (const client of clients) {
        if (client.caller) send(client, { type: "reconnect", withinMs });
        client.socket.close(closeCode.goingAway, "server stops");
      }
      sockets.close();
      const until = Date.now() + limits.goodbyeMs;
      while (clients.size > 0 && Date.now() < until) await sleep(limits.goodbyePollMs);
      for (const client of clients) client.socket.terminate();
    },
  };
}

function refuseUpgrade(socket: Duplex, waitMs: number): void {
  const seconds = Math.ceil(waitMs / 1_000);
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${seconds}\r\nConnection: close\r\n\r\n`,
  );
}

function reconnectWithinMs(streams: number): number {
  const ms = Math.ceil((streams / limits.reconnectsPerSecond) * 1_000);
  return Math.min(limits.reconnectMsMax, Math.max(limits.reconnectMsMin, ms));
}

function welcome(socket: WebSocket, wire: Duplex, deps: OpenStream): Client {
  const { clients, quotes } = deps;
  const client: Client = {
    socket,
    wire,
    caller: undefined,
    token: "",
    topics: new Set(),
    messagesThisMinute: 0,
    tokensThisMinute: 0,
    isSigningIn: false,
    isAlive: true,
    leave: async () => undefined,
  };
  clients.add(client);
  const deadline = setTimeout(() => {
    if (!client.caller) socket.close(closeCode.policy, "no token");
  }, limits.authMs);
  socket.on("close", () => {
    clearTimeout(deadline);
    clients.delete(client);
    quotes.delete(client);
    void client.leave();
  });
  socket.on("error", () => socket.terminate());
  socket.on("message", (data) => {
    client.messagesThisMinute += 1;
    if (client.messagesThisMinute > limits.messagesPerMinute) {
      return socket.close(closeCode.policy, "too many messages");
    }
    const text = Buffer.isBuffer(data) ? data.toString("utf8") : "";
    receive(client, text, deps).catch((error: unknown) => {
      deps.log.error({ err: error }, "stream message failed");
      socket.close(closeCode.tooMuch, "try again");
    });
  });
  return client;
}

async function receive(client: Client, text: string, deps: OpenStream): Promise<void> {
  const message = clientMessage.safeParse(parseJson(text));
  if (!message.success) return client.socket.close(closeCode.policy, "unknown message");
  switch (message.data.type) {
    case "pong":
      client.isAlive = true;
      return;
    case "subscribe":
      if (!client.caller) return client.socket.close(closeCode.policy, "no token");
      for (const topic of message.data.topics) client.topics.add(topic);
      if (client.topics.has("quotes")) deps.quotes.add(client);
      notifyMissed(client, message.data.readingForMs, deps);
      return;
    case "unsubscribe":
      for (const topic of message.data.topics) client.topics.delete(topic);
      if (!client.topics.has("quotes")) deps.quotes.delete(client);
      return;
    case "auth":
      return signIn(client, message.data.token, deps);
  }
}

/** Replays events published after the page started loading and before its stream was open. */
function notifyMissed(
  client: Client,
  readingForMs: number | undefined,
  { recentEvents, ...deps }: Pick<OpenStream, "recentEvents" | "position">,
): void {
  if (readingForMs === undefined) return;
  const messages = recentEvents.since(client, readingForMs) ?? [{ type: "missed" }];
  for (const message of messages) send(client, placed(message, deps));
}

/** Returns the message with the WAL position that a read after this event must include. */
function placed<Message extends EventMessage | { readonly type: "missed" }>(
  message: Message,
  { position }: Pick<StreamDeps, "position">,
): Message {
  const current = position?.();
  return current === undefined ? message : { ...message, position: current };
}

async function signIn(
  client: Client,
  token: string,
  { authenticate, presence, clients }: OpenStream,
): Promise<void> {
  client.tokensThisMinute += 1;
  if (client.isSigningIn || client.tokensThisMinute > limits.tokensPerMinute)
    return client.socket.close(closeCode.policy, "too many tokens");
  client.isSigningIn = true;
  try {
    const caller = await authenticate(token);
    if (clients.of(caller.userId).size >= limits.socketsPerUser) {
      return client.socket.close(closeCode.policy, "too many connections");
    }
    if (client.socket.readyState !== client.socket.OPEN) return;
    client.token = token;
    await enterAs(clients, client, caller, presence);
    send(client, { type: "ready" });
  } catch {
    client.socket.close(closeCode.policy, "token refused");
  } finally {
    client.isSigningIn = false;
  }
}

type EventMessage = Extract<ServerMessage, { type: "event" }>;

/** Events of any user that administrators also receive. */
const ADMIN_EVENTS: Readonly<Partial<Record<MeChange, AdminEvent>>> = {
  withdrawals: "withdrawals",
  support: "tickets",
};

function sendEvents(
  clients: Clients,
  { bus, ...deps }: Pick<StreamDeps, "bus" | "position">,
  recentEvents: RecentEvents,
): (() => void)[] {
  const notify = (
    message: EventMessage,
    whom: Iterable<Client> = clients,
    isFor: (client: Client) => boolean = () => true,
  ): void => {
    const isSubscribed = (client: Client) => client.topics.has(message.topic) && isFor(client);
    recentEvents.note({ message, isFor: isSubscribed });
    const placedMessage = placed(message, deps);
    for (const client of whom) if (isSubscribed(client)) send(client, placedMessage);
  };
  const adminEvents = paceEvents<AdminEvent>(limits.adminNewsMs, (what) =>
    notify({ type: "event", topic: "admin", data: { what } }, clients, ({ caller }) =>
      answersForOperator(caller),
    ),
  );
  return [
    () => adminEvents.stop(),
    bus.subscribe("me", ({ userId, what }) => {
      notify(
        { type: "event", topic: "me", data: { what } },
        clients.of(userId),
        ({ caller }) => caller?.userId === userId,
      );
      const forAdmins = ADMIN_EVENTS[what];
      if (forAdmins !== undefined) adminEvents.note(forAdmins);
    }),
    // Chat events go to the conversation's owner and to administrators.
    bus.subscribe("chat", ({ userId, ...data }) => {
      const isOwner = ({ caller }: Client) => caller?.userId === userId;
      const isDesk = (client: Client) => answersForOperator(client.caller) && !isOwner(client);
      notify({ type: "event", topic: "chat", data: { ...data, isOwn: true } }, clients, isOwner);
      notify({ type: "event", topic: "chat", data: { ...data, isOwn: false } }, clients, isDesk);
    }),
    bus.subscribe("terms", (data) => notify({ type: "event", topic: "terms", data })),
    bus.subscribe("block", (data) => notify({ type: "event", topic: "chain", data })),
    bus.subscribe("session-ended", ({ sessionIds }) => {
      const ended = new Set(sessionIds);
      for (const { caller, socket } of clients)
        if (caller && ended.has(caller.sessionId)) socket.close(closeCode.policy, "session ended");
    }),
  ];
}

function pingAll(clients: Clients): void {
  for (const client of clients) {
    client.isAlive = false;
    send(client, { type: "ping" });
  }
  setTimeout(() => {
    for (const client of clients) if (!client.isAlive) client.socket.terminate();
  }, limits.pongMs).unref();
}

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
