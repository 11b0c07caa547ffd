/**
 * Creates the network of the trial's machines. With kernel namespaces, each machine has a separate
 * network on one bridge, uses the exact addresses in deploy/failover/, and can be disconnected from
 * other machines. Without namespaces (in some containers), all machines use loopback addresses.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";

export const MACHINES = ["one", "two", "balancer"] as const;
export type Place = (typeof MACHINES)[number];

/** Environment variable that `runInOwnNetwork` sets for the program that it starts. */
const APART = "HASHFLOOR_TRIAL_APART";
export const isInOwnNetwork = process.env[APART] !== undefined;
const IN_FILES = "10.20.0.";
const NETWORK = isInOwnNetwork ? IN_FILES : "127.20.0.";
const BRIDGE = "floor";
/** IP addresses of the trial itself, the web processes and the work process. */
const OURS = ["1", "21", "22"].map((end) => NETWORK + end);

export const ADDRESSES: Readonly<Record<Place, string>> = {
  one: `${NETWORK}11`,
  two: `${NETWORK}12`,
  balancer: `${NETWORK}10`,
};
export const BALANCER = ADDRESSES.balancer;
export const WEB = { web1: `${NETWORK}21`, web2: `${NETWORK}22` } as const;
/** Source addresses of HAProxy's connections. On loopback this is the whole loopback range. */
export const PROXY = isInOwnNetwork ? BALANCER : "127.0.0.0/8";

const UNSHARE = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** Returns the text of a file in deploy/failover/ with the addresses replaced by those in use. */
export function readdressed(text: string): string {
  if (isInOwnNetwork) return text;
  return text.replaceAll(`${IN_FILES}0/24`, "127.0.0.0/8").replaceAll(IN_FILES, NETWORK);
}

export function canHaveOwnNetwork(): boolean {
  const script = `ip link add ${BRIDGE} type bridge && ip link set ${BRIDGE} up`;
  return spawnSync("unshare", [...UNSHARE, "sh", "-c", script]).status === 0;
}

/**
 * Runs this program again in separate network, process and mount namespaces, and resolves with its
 * exit code. When the program ends for any reason, all processes that it started also end. The
 * folder `home` is removed if the program receives a stop signal.
 */
export async function runInOwnNetwork(home: string): Promise<number> {
  // The first process is a shell, because it reaps orphans. Otherwise a killed server would remain
  // as a zombie.
  const script = 'node=$1; shift; "$node" "$@"; exit $?';
  const [, program = "", ...args] = process.argv;
  const child = spawn(
    "unshare",
    [...UNSHARE, "sh", "-c", script, "sh", process.execPath, program, ...args],
    {
      // The child process ends when its stdin closes, which happens when this process ends.
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

/** Returns the folder that was passed to `runInOwnNetwork`. */
export function homeInOwnNetwork(): string | undefined {
  return process.env[APART];
}

export function layNetwork(): void {
  process.stdin.once("end", () => process.exit(1)).resume();
  // Mounts an empty /run, so that the host's /run is not changed.
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

/** Returns the command that runs a program on this machine as this user. */
export function onMachine(
  machine: Place,
  user: { readonly uid: number; readonly gid: number },
  command: readonly string[],
): readonly [string, readonly string[]] {
  const as = [`--setuid=${user.uid}`, `--setgid=${user.gid}`];
  const where = isInOwnNetwork ? [`--net=/run/netns/${machine}`] : [];
  return ["nsenter", [...where, ...as, "--", ...command]];
}

/** Silently drops all packets between the two machines, so that connections hang. */
export function cut(machine: Place, other: Place): void {
  ip(`-n ${machine} route add blackhole ${ADDRESSES[other]}/32`);
}

export function heal(machine: Place, other: Place): void {
  ip(`-n ${machine} route del blackhole ${ADDRESSES[other]}/32`);
}

function ip(words: string): void {
  execFileSync(existsSync("/usr/sbin/ip") ? "/usr/sbin/ip" : "ip", words.split(" "));
}
