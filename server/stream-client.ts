/** One open stream, as the server keeps it. */
import type { WebSocket } from "ws";
import type { Caller } from "#api-schema/route";
import type { ServerMessage, StreamTopic } from "#api-schema/stream";

export const closeCode = { policy: 1008, goingAway: 1001, tooMuch: 1013 } as const;

export interface Client {
  readonly socket: WebSocket;
  caller: Caller | undefined;
  token: string;
  readonly topics: Set<StreamTopic>;
  messagesThisMinute: number;
  isAlive: boolean;
  /** Tells the presence that this one is gone. */
  leave: () => Promise<void>;
}

const UNSENT_BYTES_MAX = 1024 * 1024;

/** A client that does not read is cut off before it costs memory. */
export function send(client: Client, message: ServerMessage): void {
  if (client.socket.bufferedAmount > UNSENT_BYTES_MAX) return client.socket.terminate();
  client.socket.send(JSON.stringify(message));
}
