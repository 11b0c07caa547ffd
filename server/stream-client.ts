/**
 * Manages the server's open streams. They are indexed by user, so that publishing a user's event
 * does not scan all streams.
 */
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Caller } from "#api/route";
import type { ServerMessage, StreamTopic } from "#api/stream";
import type { Presence } from "#support";

export const closeCode = { policy: 1008, goingAway: 1001, tooMuch: 1013 } as const;

export interface Client {
  readonly socket: WebSocket;
  /**
   * The socket below the WebSocket. Frames shared by many clients are written directly to this
   * socket.
   */
  readonly wire: Duplex;
  /** Only `Clients.become` changes this field. */
  caller: Caller | undefined;
  token: string;
  readonly topics: Set<StreamTopic>;
  messagesThisMinute: number;
  tokensThisMinute: number;
  /** True while a token of this client is being checked. */
  isSigningIn: boolean;
  isAlive: boolean;
  /** Removes this client from the list of present users. */
  leave: () => Promise<void>;
}

/**
 * True for administrators who may read and answer support chats, which requires two-factor
 * authentication.
 */
export function answersForOperator(caller: Caller | undefined): boolean {
  return caller?.isAdmin === true && caller.aal === "aal2";
}

/** Sets the caller of a client, and updates the presence list. */
export async function enterAs(
  clients: Clients,
  client: Client,
  caller: Caller,
  presence: Presence,
): Promise<void> {
  void client.leave();
  client.leave = async () => undefined;
  clients.become(client, caller);
  const leave = await presence.enter({
    userId: caller.userId,
    isAdmin: answersForOperator(caller),
  });
  // The client may have disconnected or signed in again in the meantime.
  if (clients.has(client) && client.caller === caller) client.leave = leave;
  else void leave();
}

const UNSENT_BYTES_MAX = 1024 * 1024;

/**
 * Sends a message. Disconnects a client that does not read its messages, before the client's queue
 * uses much memory.
 */
export function send(client: Client, message: ServerMessage): void {
  sendText(client, JSON.stringify(message));
}

export function sendText({ socket }: Client, text: string): void {
  if (socket.bufferedAmount > UNSENT_BYTES_MAX) return socket.terminate();
  socket.send(text);
}

export interface Clients extends Iterable<Client> {
  readonly size: number;
  has(client: Client): boolean;
  add(client: Client): void;
  delete(client: Client): void;
  become(client: Client, caller: Caller): void;
  of(userId: string): ReadonlySet<Client>;
}

const NOBODY: ReadonlySet<Client> = new Set();

export function createClients(): Clients {
  const all = new Set<Client>();
  const byUser = new Map<string, Set<Client>>();
  const leaveUser = (client: Client): void => {
    const userId = client.caller?.userId ?? "";
    const siblings = byUser.get(userId);
    siblings?.delete(client);
    if (siblings?.size === 0) byUser.delete(userId);
  };
  return {
    [Symbol.iterator]: () => all[Symbol.iterator](),
    get size() {
      return all.size;
    },
    has: (client) => all.has(client),
    add: (client) => void all.add(client),
    delete(client) {
      all.delete(client);
      leaveUser(client);
    },
    become(client, caller) {
      leaveUser(client);
      client.caller = caller;
      if (!all.has(client)) return;
      const siblings = byUser.get(caller.userId) ?? new Set();
      byUser.set(caller.userId, siblings.add(client));
    },
    of: (userId) => byUser.get(userId) ?? NOBODY,
  };
}
