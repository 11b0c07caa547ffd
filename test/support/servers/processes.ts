/**
 * Finds a running server's child processes by their command, so that a test can kill one of them.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export type ChildKind = "postgres" | "node" | "signer" | "pool" | "rig";

const marks: Readonly<Record<ChildKind, RegExp>> = {
  postgres: /bin\/postgres/,
  node: /embedded\/host\.cjs/,
  signer: /signer/,
  pool: /pool\/process\/main/,
  rig: /house-rig\/main/,
};

/** Returns the process id of the direct child of this kind. Throws if there is none. */
export function childOf(parentPid: number, kind: ChildKind): number {
  const child = childrenOf(parentPid).find((pid) => marks[kind].test(commandLine(pid)));
  if (child === undefined) throw new Error(`process ${parentPid} has no ${kind} child`);
  return child;
}

/**
 * Returns the ids of all processes whose command line contains the folder or whose working
 * directory is the folder. The working directory identifies servers that run as another user.
 */
export function processesUsing(folder: string): number[] {
  return allPids().filter(
    (pid) => commandLine(pid).includes(folder) || workingFolder(pid).startsWith(folder),
  );
}

/**
 * Returns the command lines of all descendants that have one of these values in their environment
 * or command line. Throws if there are no descendants.
 */
export function childrenWith(
  parentPid: number,
  secrets: Readonly<Record<string, string>>,
): string[] {
  const children = descendantsOf(parentPid);
  if (children.length === 0) throw new Error(`process ${parentPid} has no children`);
  return children
    .filter((pid) => {
      const text = read(pid, "environ") + read(pid, "cmdline");
      return Object.values(secrets).some((secret) => text.includes(secret));
    })
    .map(commandLine);
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

export function childrenOf(parentPid: number): number[] {
  return allPids().filter((pid) => parentOf(pid) === parentPid);
}

function allPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(pid: number): number | undefined {
  const stat = read(pid, "stat");
  // The name in parentheses may contain spaces, so read the fields after the last parenthesis.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function commandLine(pid: number): string {
  return read(pid, "cmdline").replaceAll("\0", " ");
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(join("/proc", String(pid), "cwd"));
  } catch {
    return "";
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(join("/proc", String(pid), file), "utf8");
  } catch {
    return "";
  }
}
