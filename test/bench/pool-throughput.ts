/**
 * Measures how many submits the pool processes. Fifty miners each wait for the response before the
 * next submit. The result is compared with a minimal socket server that echoes the same lines. One
 * in eighty submits is a valid share. The pool also hashes the others and finds them below the
 * difficulty. With more valid shares, finding them would cost more CPU time than the pool.
 */
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import type { Load } from "./callers.ts";
import { findShares } from "./find-shares.ts";
import type { Plan } from "./plan.ts";
import { onLines, openConnection, submitLine, tooEasy } from "./pool-connection.ts";
import type { PoolInstallation } from "./pool-installation.ts";

const COUNTS = {
  full: { connections: 50, sharesEach: 5 },
  short: { connections: 5, sharesEach: 1 },
};
/**
 * Number of submits per valid share. It is below one hundred, because the pool closes a connection
 * after a hundred consecutive rejected shares.
 */
const LINES_A_SHARE = 80;

interface Speaker {
  readonly socket: Socket;
  readonly lines: readonly string[];
  onAnswer(onLine: (line: string) => void): void;
}

export async function measureThroughput(
  { port, echoPort, miningName }: PoolInstallation,
  size: Plan["size"],
) {
  const { connections, sharesEach } = COUNTS[size];
  const miners = await Promise.all(
    Array.from({ length: connections }, (_, at) => openConnection(port, `${miningName}.p${at}`)),
  );
  const shares = await findShares(
    miners.map(({ work }) => work),
    sharesEach,
  );
  const speakers = miners.map((miner, at) => ({
    ...miner,
    lines: linesOf(miner, shares[at] ?? []),
  }));
  const echoes = await Promise.all(speakers.map(({ lines }) => openEcho(echoPort, lines)));
  let accepted = 0;
  const echoed = await exchange(echoes, () => undefined);
  const submits = await exchange(speakers, (line) => {
    if (line.includes('"result":true')) accepted += 1;
  });
  for (const { socket } of [...speakers, ...echoes]) socket.destroy();
  // About one in 43,000 lines intended to be too easy is a valid share, so more shares than
  // expected may be accepted.
  if (accepted < connections * sharesEach)
    throw new Error(`${accepted} shares were accepted of ${connections * sharesEach}`);
  return { echoed, submits };
}

function linesOf(
  { worker, work }: Awaited<ReturnType<typeof openConnection>>,
  shares: readonly (readonly string[])[],
): readonly string[] {
  return Array.from({ length: shares.length * LINES_A_SHARE }, (_, at) => {
    const share = at % LINES_A_SHARE === 0 ? shares[at / LINES_A_SHARE] : undefined;
    return submitLine(at + 10, worker, share ?? tooEasy(work, at));
  });
}

async function openEcho(port: number, lines: readonly string[]): Promise<Speaker> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  let onLine = (_line: string): void => undefined;
  onLines(socket, (line) => onLine(line));
  return { socket, lines, onAnswer: (listener) => void (onLine = listener) };
}

/**
 * Sends lines on every connection. Each connection sends its next line after the previous response
 * has arrived.
 */
async function exchange(
  speakers: readonly Speaker[],
  onAnswer: (line: string) => void,
): Promise<Load> {
  const latencies: number[] = [];
  const begun = performance.now();
  await Promise.all(
    speakers.map(
      (speaker) =>
        new Promise<void>((resolve, reject) => {
          const { socket, lines } = speaker;
          let at = 0;
          let sentAt = 0;
          const next = (): void => {
            const line = lines[at];
            at += 1;
            sentAt = performance.now();
            if (line === undefined) resolve();
            else socket.write(line);
          };
          speaker.onAnswer((line) => {
            latencies.push(performance.now() - sentAt);
            onAnswer(line);
            next();
          });
          socket.once("close", () => reject(new Error("the connection was ended")));
          next();
        }),
    ),
  );
  return loadOf(latencies, performance.now() - begun);
}

export function loadOf(latencies: readonly number[], elapsedMs: number): Load {
  const sorted = latencies.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return {
    perSecond: (sorted.length * 1_000) / elapsedMs,
    meanMs: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    p50Ms: share(0.5),
    p99Ms: share(0.99),
  };
}
