/**
 * Simulates pages with live prices. Each simulated page is an open socket that receives every
 * frame.
 */
import { once } from "node:events";
import { WebSocket } from "ws";

export interface QuoteSockets {
  start(): void;
  /** Closes all sockets. Returns the number of frames and their delay. */
  stop(): { readonly frames: number; readonly p99Ms: number };
}

/** Byte position of the first quote's time in a frame, as in api/quote-frame.ts. */
const TIME_AT = 16;
const AT_ONCE = 50;

/**
 * Opens one socket per session token. `aheadMs` is how far the server's clock, which dates the
 * frames, is ahead.
 */
export async function openQuoteSockets(
  url: string,
  tokens: readonly string[],
  aheadMs = 0,
): Promise<QuoteSockets> {
  const sockets: WebSocket[] = [];
  const waysMs: number[] = [];
  let isCounting = false;
  const open = async (token: string) => {
    const socket = new WebSocket(url.replace("http", "ws"), { origin: new URL(url).origin });
    sockets.push(socket);
    const first = new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.on("message", (data: Buffer, isBinary) => {
        if (!isBinary) {
          const { type } = JSON.parse(data.toString()) as { type: string };
          if (type === "ready") socket.send(JSON.stringify(SUBSCRIPTION));
          return;
        }
        resolve();
        if (isCounting) waysMs.push(Date.now() + aheadMs - data.readDoubleLE(TIME_AT));
      });
    });
    const authenticate = async () => {
      await once(socket, "open");
      socket.send(JSON.stringify({ type: "auth", token }));
    };
    await Promise.all([authenticate(), first]);
  };
  for (let at = 0; at < tokens.length; at += AT_ONCE)
    await Promise.all(tokens.slice(at, at + AT_ONCE).map(open));
  return {
    start: () => {
      isCounting = true;
    },
    stop() {
      for (const socket of sockets) socket.terminate();
      const sorted = waysMs.toSorted((a, b) => a - b);
      return { frames: sorted.length, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
    },
  };
}

const SUBSCRIPTION = { type: "subscribe", topics: ["quotes"] };
