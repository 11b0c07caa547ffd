/**
 * Connects a load generator to the pool. The connection stores its current work and reports each
 * response.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Work } from "../support/chain/stratum-miner.ts";

export interface PoolConnection {
  readonly socket: Socket;
  /** The mining work that the pool sent when the connection was opened. */
  readonly work: Work;
  readonly worker: string;
  /** Calls `onLine` for each response. Notifications are ignored. */
  onAnswer(onLine: (line: string) => void): void;
}

/** The lowest difficulty that the pool assigns. A share takes 43,000 hashes on average. */
export const EASIEST = 0.00001;
export const EASIEST_MICROS = 10n;

const NOTIFICATION = '{"id":null,"method"';

export async function openConnection(port: number, worker: string): Promise<PoolConnection> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  let onLine = (_line: string): void => undefined;
  const begun = Promise.withResolvers<Work>();
  let extranonce1 = "";
  onLines(socket, (line) => {
    const isNotification = line.startsWith(NOTIFICATION);
    if (!isNotification && extranonce1 !== "") return onLine(line);
    const message = JSON.parse(line) as Message;
    if (Array.isArray(message.result)) extranonce1 = String(message.result[1]);
    if (message.method !== "mining.notify") return;
    const extranonce2 = "00".repeat(8);
    const notify = message.params ?? [];
    begun.resolve({ notify, extranonce1, extranonce2, difficultyMicros: EASIEST_MICROS });
  });
  socket.write(beginning(worker));
  return {
    socket,
    worker,
    work: await begun.promise,
    onAnswer: (listener) => void (onLine = listener),
  };
}

/** Returns the first lines that a miner sends on a new connection. */
export function beginning(worker: string): string {
  return (
    lineOf(1, "mining.subscribe", ["bench/1"]) +
    lineOf(2, "mining.authorize", [worker, `x,d=${EASIEST}`])
  );
}

export function submitLine(id: number, worker: string, share: readonly string[]): string {
  return lineOf(id, "mining.submit", [worker, ...share]);
}

/**
 * Returns the parameters of a submit below the share difficulty. The pool must hash the share
 * completely before it can reject it.
 */
export function tooEasy({ notify }: Pick<Work, "notify">, counter: number): readonly string[] {
  const extranonce2 = (2n ** 63n + BigInt(counter)).toString(16);
  return [String(notify[0]), extranonce2, String(notify[7]), "00000001"];
}

export function onLines(socket: Socket, onLine: (line: string) => void): void {
  let rest = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
}

interface Message {
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
}

function lineOf(id: number, method: string, params: readonly unknown[]): string {
  return `${JSON.stringify({ id, method, params })}\n`;
}
