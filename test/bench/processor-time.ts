/**
 * Reads a process's CPU time from Linux before and after a measurement, with or without its child
 * processes.
 */
import { readdirSync, readFileSync } from "node:fs";

/**
 * Milliseconds per tick in `/proc/PID/stat`. The value is the same on every Linux system that Node
 * supports.
 */
const TICK_MS = 10;

interface Times {
  readonly parent: number;
  readonly ownTicks: number;
  /** CPU ticks used by child processes that have ended. */
  readonly endedTicks: number;
}

export function processMs(pid: number): number {
  return (timesOf(pid)?.ownTicks ?? 0) * TICK_MS;
}

export function treeMs(root: number): number {
  const all = new Map<number, Times>();
  for (const name of readdirSync("/proc")) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times) all.set(Number(name), times);
  }
  const ticksOf = (pid: number): number => {
    const children = [...all].filter(([, { parent }]) => parent === pid);
    const times = all.get(pid);
    const own = times ? times.ownTicks + times.endedTicks : 0;
    return children.reduce((sum, [child]) => sum + ticksOf(child), own);
  };
  return ticksOf(root) * TICK_MS;
}

function timesOf(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces, so read the fields after the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((place) =>
      Number(fields[place]),
    ) as [number, number, number, number, number];
    return { parent, ownTicks: user + system, endedTicks: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
