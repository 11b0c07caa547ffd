/**
 * Measures the pool process's memory under hostile connections: a million malformed lines, two
 * thousand silent sockets, and five hundred sockets that send byte by byte and read nothing.
 */
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plan } from "./plan.ts";
import type { PoolInstallation } from "./pool-installation.ts";
import type { Rate } from "./yardstick.ts";

export interface MemoryRound {
  /** `meanMs` is the duration of the whole attack, and `megabytes` is the memory growth. */
  readonly malformed: Grown;
  readonly idle: Grown;
  readonly slow: Grown;
}

type Grown = Rate & { readonly megabytes: number };

const COUNTS = {
  full: { lines: 1_000_000, idle: 2_000, slow: 500, holdMs: 4_000 },
  short: { lines: 20_000, idle: 50, slow: 50, holdMs: 250 },
};
/** The pool closes a connection after this many rejected lines. */
const LINES_EACH = 100;
const AT_ONCE = 50;
const CHECK_MS = 100;
const SPOILT = ["{", "[]", '{"id":1}', "null", '{"id":1,"method":7}', "\u00ff\u00fe", '"x'];

export async function measureMemory(
  { port, pid }: PoolInstallation,
  size: Plan["size"],
): Promise<MemoryRound> {
  const { lines, idle, slow, holdMs } = COUNTS[size];
  await floodBadLines(port, lines / 100);
  await sleep(holdMs);
  const before = residentMegabytes(pid);
  const during = async (count: number, work: () => Promise<void>): Promise<Grown> => {
    let highest = 0;
    const check = () => void (highest = Math.max(highest, residentMegabytes(pid)));
    const looking = setInterval(check, CHECK_MS);
    const begun = performance.now();
    await work();
    check();
    clearInterval(looking);
    const meanMs = performance.now() - begun;
    return { perSecond: (count * 1_000) / meanMs, meanMs, megabytes: highest - before };
  };
  return {
    malformed: await during(lines, () => floodBadLines(port, lines)),
    idle: await during(idle, () => holdIdle(port, idle, holdMs)),
    slow: await during(slow, () => holdSlow(port, slow, holdMs)),
  };
}

async function floodBadLines(port: number, lines: number): Promise<void> {
  const text = Array.from({ length: LINES_EACH }, (_, at) => SPOILT[at % SPOILT.length]).join("\n");
  let remaining = lines / LINES_EACH;
  const speak = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1;
      const socket = await opened(port);
      const ended = once(socket, "close");
      socket.resume().write(`${text}\n`);
      await ended;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, speak));
}

async function holdIdle(port: number, count: number, holdMs: number): Promise<void> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) sockets.push(await opened(port, at));
  await sleep(holdMs);
  await endAll(sockets);
}

async function holdSlow(port: number, count: number, holdMs: number): Promise<void> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) sockets.push((await opened(port, at)).pause());
  for (const until = performance.now() + holdMs; performance.now() < until; await sleep(CHECK_MS))
    for (const socket of sockets) if (!socket.destroyed) socket.write("x");
  await endAll(sockets);
}

/**
 * Opens a socket. The server limits the number of connections per address, so the sockets use
 * sixteen local addresses.
 */
async function opened(port: number, at = 0): Promise<Socket> {
  const localAddress = `127.0.0.${1 + (at % 16)}`;
  const socket = connect({ host: "127.0.0.1", port, localAddress, noDelay: true });
  socket.on("error", () => socket.destroy());
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return socket;
}

async function endAll(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await sleep(CHECK_MS * 5);
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}
