/** Connects to the pool as a mining client that speaks Stratum over a socket, line by line. */
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { findShare } from "./stratum-miner.ts";

export interface StratumAnswer {
  readonly id: unknown;
  readonly result: unknown;
  readonly error: readonly [number, string, null] | null;
}

export interface StratumClient {
  /**
   * Calls a method and resolves with the pool's response. Rejects if the connection ends. It does
   * not reconnect, because another program may use the pool's former port.
   */
  call(method: string, ...params: readonly unknown[]): Promise<StratumAnswer>;
  /** Sends the text unchanged. */
  write(text: string): void;
  /** Difficulty that applies to the next shares, in millionths. */
  difficultyMicros(): bigint;
  /** Finds a share for the newest job. `extranonce2` has 16 hex digits. */
  findShare(extranonce2?: string): readonly string[];
  /**
   * Returns the parameters of the newest `mining.notify`. Waits for the first one if none has
   * arrived yet.
   */
  work(): Promise<readonly unknown[]>;
  readonly closed: Promise<void>;
  close(): void;
}

export async function connectStratum(port: number): Promise<StratumClient> {
  const socket = connect({ host: "127.0.0.1", port });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.on("error", () => undefined);
  const calls = new Map<unknown, PromiseWithResolvers<StratumAnswer>>();
  const firstWork = Promise.withResolvers<void>();
  // Prevents an unhandled rejection if no caller waits for the work.
  firstWork.promise.catch(() => undefined);
  socket.once("close", () => {
    for (const { reject } of [firstWork, ...calls.values()])
      reject(new Error("the connection is closed"));
  });
  let notify: readonly unknown[] | undefined;
  let micros = 0n;
  let extranonce1 = "";
  let lastId = 0;
  let tries = 0;
  const lines = createInterface({ input: socket });
  // The socket error has already been handled, so ignore its repetition.
  lines.on("error", () => undefined);
  lines.on("line", (line) => {
    const message = JSON.parse(line) as StratumAnswer & { method?: string; params?: unknown[] };
    if (message.method === "mining.set_difficulty")
      micros = BigInt(Math.round(Number(message.params?.[0]) * 1e6));
    if (message.method === "mining.notify") {
      notify = message.params;
      firstWork.resolve();
    }
    if (message.method === undefined) calls.get(message.id)?.resolve(message);
  });
  return {
    closed: new Promise((resolve) => socket.once("close", () => resolve())),
    close: () => socket.destroy(),
    write: (text) => void socket.write(text),
    async call(method, ...params) {
      if (socket.closed) throw new Error("the connection is closed");
      lastId += 1;
      const id = lastId;
      const call = Promise.withResolvers<StratumAnswer>();
      calls.set(id, call);
      socket.write(`${JSON.stringify({ id, method, params })}\n`);
      const answer = await call.promise.finally(() => calls.delete(id));
      if (method === "mining.subscribe") extranonce1 = (answer.result as [unknown, string])[1];
      return answer;
    },
    async work() {
      await firstWork.promise;
      return notify ?? [];
    },
    difficultyMicros: () => micros,
    findShare(extranonce2) {
      tries += 1;
      const own = extranonce2 ?? tries.toString(16).padStart(16, "0");
      const difficultyMicros = micros;
      return findShare({ notify: notify ?? [], extranonce1, extranonce2: own, difficultyMicros });
    },
  };
}
