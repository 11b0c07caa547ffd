/**
 * Where each machine of the trial is. With namespaces of the kernel each is a network of its own on
 * one bridge, with the very addresses of deploy/failover/, and can be cut off from some of the
 * others; without them (a container that may not) all are addresses of loopback.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";

export const MACHINES = ["one", "two", "balancer"] as const;
export type Place = (typeof MACHINES)[number];

/** Said to itself by `runApart`. */
const APART = "HASHFLOOR_TRIAL_APART";
export const isInOwnNetwork = process.env[APART] !== undefined;
const IN_FILES = "10.20.0.";
const NETWORK = isInOwnNetwork ? IN_FILES : "127.20.0.";
const BRIDGE = "floor";
/** Of the trial itself, the processes that serve and the one that works. */
const OURS = ["1", "21", "22"].map((end) => NETWORK + end);

export const ADDRESSES: Readonly<Record<Place, string>> = {
  one: `${NETWORK}11`,
  two: `${NETWORK}12`,
  balancer: `${NETWORK}10`,
};
export const BALANCER = ADDRESSES.balancer;
export const WEB = { web1: `${NETWORK}21`, web2: `${NETWORK}22` } as const;
/** Where HAProxy's connections come from; on loopback from one address, whichever they go to. */
export const PROXY = isInOwnNetwork ? BALANCER : "127.0.0.0/8";

const UNSHARE = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** A file of deploy/failover/ with the addresses that are used. */
export function readdressed(text: string): string {
  if (isInOwnNetwork) return text;
  return text.replaceAll(`${IN_FILES}0/24`, "127.0.0.0/8").replaceAll(IN_FILES, NETWORK);
}

/** Whether this process may make namespaces, and machines in them. */
export function canHaveOwnNetwork(): boolean {
  const script = `ip link add ${BRIDGE} type bridge && ip link set ${BRIDGE} up`;
  return spawnSync("unshare", [...UNSHARE, "sh", "-c", script]).status === 0;
}

/**
 * This program once more, in networks, processes and mounts of its own: whatever ends it ends all
 * that it started. Resolves with its exit code. `home` is removed when it is told to stop.
 */
export async function runInOwnNetwork(home: string): Promise<number> {
  // The shell takes in orphans, so that a killed server is gone and no zombie.
  const script = 'node=$1; shift; "$node" "$@"; exit $?';
  const [, program = "", ...args] = process.argv;
  const child = spawn(
    "unshare",
    [...UNSHARE, "sh", "-c", script, "sh", process.execPath, program, ...args],
    {
      // Its end tells that we are gone.
      stdio: ["pipe", "inherit", "inherit"],
      env: { ...process.env, [APART]: home, HASHFLOOR_RUNNER: undefined },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      child.once("close", () => rmSync(home, { recursive: true, force: true }));
      child.kill("SIGKILL");
    });
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** The folder that `runApart` was given. */
export function homeInOwnNetwork(): string | undefined {
  return process.env[APART];
}

/** The bridge and a network for each machine. */
export function layNetwork(): void {
  process.stdin.once("end", () => process.exit(1)).resume();
  // What the outside has there is neither seen nor changed.
  execFileSync("mount", ["-t", "tmpfs", "tmpfs", "/run"]);
  ip("link set lo up");
  ip(`link add ${BRIDGE} type bridge`);
  ip(`link set ${BRIDGE} up`);
  for (const address of OURS) ip(`address add ${address}/24 dev ${BRIDGE}`);
  for (const name of MACHINES) {
    ip(`netns add ${name}`);
    ip(`link add to-${name} type veth peer name eth0 netns ${name}`);
    ip(`link set to-${name} master ${BRIDGE} up`);
    ip(`-n ${name} link set lo up`);
    ip(`-n ${name} address add ${ADDRESSES[name]}/24 dev eth0`);
    ip(`-n ${name} link set eth0 up`);
  }
}

/** The command that runs a program on that machine, as that user. */
export function onMachine(
  machine: Place,
  user: { readonly uid: number; readonly gid: number },
  command: readonly string[],
): readonly [string, readonly string[]] {
  const as = [`--setuid=${user.uid}`, `--setgid=${user.gid}`];
  const where = isInOwnNetwork ? [`--net=/run/netns/${machine}`] : [];
  return ["nsenter", [...where, ...as, "--", ...command]];
}

/** Between the two nothing gets through any more, without a word; connections hang. */
export function cut(machine: Place, other: Place): void {
  ip(`-n ${machine} route add blackhole ${ADDRESSES[other]}/32`);
}

export function heal(machine: Place, other: Place): void {
  ip(`-n ${machine} route del blackhole ${ADDRESSES[other]}/32`);
}

function ip(words: string): void {
  execFileSync(existsSync("/usr/sbin/ip") ? "/usr/sbin/ip" : "ip", words.split(" "));
}
