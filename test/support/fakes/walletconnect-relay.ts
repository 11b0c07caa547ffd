/**
 * Runs a local WalletConnect 2 relay. It stores topics, their subscribers, and messages that were
 * sent before a client subscribed (https://specs.walletconnect.com/2.0/specs/servers/relay). The
 * relay cannot decrypt the messages.
 */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";

const call = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z
    .object({
      topic: z.string(),
      topics: z.array(z.string()),
      id: z.string(),
      message: z.string(),
      tag: z.number(),
      pairingTopic: z.string(),
      sessionTopic: z.string(),
      sessionProposal: z.string(),
      sessionProposalResponse: z.string(),
      sessionSettlementRequest: z.string(),
    })
    .partial()
    .default({}),
});

type Params = z.infer<typeof call>["params"];

interface Letter {
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
  readonly publishedAt: number;
}

interface Listener {
  readonly id: string;
  readonly topic: string;
  readonly socket: WebSocket;
}

export interface WalletConnectRelay {
  readonly url: string;
  close(): Promise<void>;
}

export async function startWalletConnectRelay(): Promise<WalletConnectRelay> {
  const http = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server: http });
  let listeners: Listener[] = [];
  const letters: Letter[] = [];
  let calls = 0;

  const push = ({ id, socket }: Listener, data: Letter) => {
    calls += 1;
    const params = { id, data };
    const notification = {
      id: Date.now() * 1_000 + calls,
      jsonrpc: "2.0",
      method: "irn_subscription",
    };
    socket.send(JSON.stringify({ ...notification, params }));
  };
  const subscribe = (socket: WebSocket, topic: string): string => {
    const existing = listeners.find((one) => one.socket === socket && one.topic === topic);
    if (existing) return existing.id;
    const listener = { id: randomBytes(32).toString("hex"), topic, socket };
    listeners.push(listener);
    for (const letter of letters) if (letter.topic === topic) push(listener, letter);
    return listener.id;
  };
  const publish = (socket: WebSocket, { topic = "", message = "", tag = 0 }: Params): boolean => {
    const letter = { topic, message, tag, publishedAt: Date.now() };
    letters.push(letter);
    for (const listener of listeners)
      if (listener.topic === topic && listener.socket !== socket) push(listener, letter);
    return true;
  };
  // Handles two methods that also subscribe their sender to the topic.
  const propose = (socket: WebSocket, params: Params): boolean => {
    const { pairingTopic = "", sessionProposal } = params;
    subscribe(socket, pairingTopic);
    return publish(socket, { topic: pairingTopic, message: sessionProposal, tag: 1100 });
  };
  const approve = (socket: WebSocket, params: Params): boolean => {
    const { pairingTopic, sessionTopic = "" } = params;
    subscribe(socket, sessionTopic);
    publish(socket, { topic: pairingTopic, message: params.sessionProposalResponse, tag: 1101 });
    return publish(socket, {
      topic: sessionTopic,
      message: params.sessionSettlementRequest,
      tag: 1102,
    });
  };
  const answer = (socket: WebSocket, method: string, params: Params): unknown => {
    if (method === "irn_subscribe") return subscribe(socket, params.topic ?? "");
    if (method === "irn_batchSubscribe")
      return (params.topics ?? []).map((topic) => subscribe(socket, topic));
    if (method === "irn_publish") return publish(socket, params);
    if (method === "wc_proposeSession") return propose(socket, params);
    if (method === "wc_approveSession") return approve(socket, params);
    if (method === "irn_unsubscribe") listeners = listeners.filter(({ id }) => id !== params.id);
    return method.endsWith("etchMessages") ? { messages: [], hasMore: false } : true;
  };

  sockets.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      const read = call.safeParse(JSON.parse(data.toString()));
      // All other messages are replies to messages that the relay pushed, so ignore them.
      if (!read.success) return;
      const { id, method, params } = read.data;
      const result = answer(socket, method, params);
      socket.send(JSON.stringify({ id, jsonrpc: "2.0", result }));
    });
    socket.on("close", () => {
      listeners = listeners.filter((one) => one.socket !== socket);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
