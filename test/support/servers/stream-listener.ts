/** Opens a live stream as a signed-in user and records the messages that it receives. */
import { once } from "node:events";
import { WebSocket } from "ws";
import type { ServerMessage, StreamTopic } from "../../../api/stream.ts";
import type { Person } from "../people/person.ts";
import type { RunningServer } from "./server.ts";

export interface StreamListener {
  /** All messages received, except `ready` and pings. */
  readonly received: ServerMessage[];
  /** Resolves with the close code once the stream has been closed. */
  readonly closed: Promise<number>;
  hangUp(): void;
}

const TOPICS: readonly StreamTopic[] = ["me", "chat", "terms", "chain"];

/**
 * Opens a stream. Resolves once the stream is ready and subscribed. Calls `tell` synchronously for
 * each message.
 */
export async function listenTo(
  { url }: Pick<RunningServer, "url">,
  person: Person,
  tell: (message: ServerMessage) => void = () => undefined,
): Promise<StreamListener> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`, { origin: url });
  const heard: ServerMessage[] = [];
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined);
  const ready = new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString("utf8")) as ServerMessage;
      if (message.type === "ready") resolve();
      else if (message.type === "ping") socket.send(JSON.stringify({ type: "pong" }));
      else {
        heard.push(message);
        tell(message);
      }
    });
  });
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "auth", token: await person.token() }));
  await ready;
  socket.send(JSON.stringify({ type: "subscribe", topics: TOPICS }));
  // The server handles frames in order, so its response to this ping means that the subscription is
  // active.
  const answered = once(socket, "pong");
  socket.ping();
  await answered;
  return { received: heard, closed, hangUp: () => socket.terminate() };
}
