/**
 * etcd, Patroni with two PostgreSQL servers, HAProxy and PgBouncer from the files of
 * deploy/failover/, each machine an address of loopback. What stands in those files is what runs:
 * only the network, the folders and the setting under trial are exchanged.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processesUsing } from "../../support/processes.ts";

export type Machine = "one" | "two";

interface Member {
  readonly name: Machine;
  readonly role: string;
  readonly state: string;
}

export interface Engines {
  readonly superuserPassword: string;
  /** Name of the machine whose server accepts writes; undefined while none does. */
  leader(): Promise<Machine | undefined>;
  /** Resolves when one leads and the other follows synchronously. */
  whole(): Promise<void>;
  /** SIGKILL to PostgreSQL there, or to all that runs there. */
  kill(machine: Machine, what: "server" | "machine"): void;
  /** Patroni is started there when it does not run. */
  revive(machine: Machine): void;
  stop(): Promise<void>;
}

const FILES = join(import.meta.dirname, "..", "..", "..", "deploy", "failover");
const NETWORK = "127.20.0.";
export const BALANCER = `${NETWORK}10`;
export const DATABASES: Readonly<Record<Machine, string>> = {
  one: `${NETWORK}11`,
  two: `${NETWORK}12`,
};
const PACKAGES = ["postgresql-15", "patroni", "etcd-server", "haproxy", "pgbouncer"];
const WHOLE_MS_MAX = 180_000;
const STOP_MS_MAX = 20_000;
const POLL_MS = 100;
const ANSWER_MS_MAX = 2_000;

/** Installs what is missing. Throws an Error with one line when that cannot be done. */
export function installPackages(): void {
  if (process.getuid?.() !== 0)
    throw new Error("It has to run as root: it starts servers as others.");
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  process.stderr.write(`Installing ${missing.join(", ")} ...\n`);
  try {
    execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", ...missing], {
      stdio: ["ignore", "ignore", "pipe"],
      // Their services stay off: the trial starts its own.
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
  } catch {
    throw new Error(
      `apt-get cannot install ${missing.join(", ")}: it wants Debian 12 and its archive.`,
    );
  }
  for (const name of ["patroni", "etcd", "haproxy", "pgbouncer", "postgresql"])
    execFileSync("sh", ["-c", `systemctl disable --now ${name} 2>/dev/null || true`]);
}

function isInstalled(name: string): boolean {
  try {
    const told = execFileSync("dpkg-query", ["--show", "--showformat=${Status}", name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return told.endsWith(" installed");
  } catch {
    return false;
  }
}

/** `home` is a folder that the user `postgres` may enter. */
export async function startEngines(home: string, isStrict: boolean): Promise<Engines> {
  const owner = ownerOf("postgres");
  const superuserPassword = randomBytes(18).toString("hex");
  const secrets = {
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: superuserPassword,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: randomBytes(18).toString("hex"),
  };
  const running = new Map<string, ChildProcess>();
  const folderOf = (name: string): string => {
    const folder = join(home, name);
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    chownSync(folder, owner.uid, owner.gid);
    return folder;
  };
  const write = (folder: string, name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    chownSync(path, owner.uid, owner.gid);
    return path;
  };
  const start = (name: string, command: readonly [string, ...string[]], env = {}): void => {
    const folder = folderOf(name);
    const log = openSync(join(folder, "log"), "a");
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd: folder,
      ...owner,
      env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC", ...env },
      stdio: ["ignore", log, log],
      detached: true,
    });
    child.on("error", () => undefined);
    running.set(name, child);
  };

  const startKeeper = (name: string, address: string): void => {
    const lines = onLoopback(read("etcd.env"))
      .replaceAll(`${NETWORK}11:23`, `${address}:23`)
      .replace("ETCD_NAME=one", `ETCD_NAME=${name}`)
      // The list of all members names each with its own address.
      .replace(/^ETCD_INITIAL_CLUSTER=.*$/m, KEEPERS)
      .replace("/var/lib/etcd/hashfloor", join(folderOf(`etcd-${name}`), "data"));
    start(`etcd-${name}`, ["etcd"], { ...environmentIn(lines), ETCD_LOG_LEVEL: "error" });
  };
  const startPatroni = (machine: Machine): void => {
    const folder = folderOf(machine);
    mkdirSync(join(folder, "run"), { recursive: true });
    chownSync(join(folder, "run"), owner.uid, owner.gid);
    const text = onLoopback(read("patroni.yml"))
      .replace("name: one", `name: ${machine}`)
      .replaceAll(new RegExp(`${NETWORK}11:(8008|5432)`, "g"), `${DATABASES[machine]}:$1`)
      .replace("/var/lib/postgresql/15/hashfloor.pgpass", join(folder, "pgpass"))
      .replace("/var/lib/postgresql/15/hashfloor", join(folder, "data"))
      .replace("/var/run/postgresql", join(folder, "run"))
      .replace("synchronous_mode_strict: false", `synchronous_mode_strict: ${isStrict}`);
    start(machine, ["patroni", write(folder, "patroni.yml", text)], secrets);
  };

  const cluster = async (): Promise<readonly Member[]> => {
    for (const address of Object.values(DATABASES)) {
      const told = await asked(`http://${address}:8008/cluster`);
      if (told?.status === 200) return (JSON.parse(told.text) as { members: Member[] }).members;
    }
    return [];
  };

  const engines: Engines = {
    superuserPassword,
    async leader() {
      for (const [name, address] of Object.entries(DATABASES)) {
        const told = await asked(`http://${address}:8008/primary`);
        if (told?.status === 200) return name as Machine;
      }
      return undefined;
    },
    async whole() {
      const until = Date.now() + WHOLE_MS_MAX;
      let last: readonly Member[] = [];
      while (Date.now() < until) {
        last = await cluster();
        const has = (role: string) =>
          last.some((one) => one.role === role && /^(running|streaming)$/.test(one.state));
        if (has("leader") && has("sync_standby")) return;
        await sleep(POLL_MS);
      }
      throw new Error(`The servers did not come together: ${JSON.stringify(last)}; see ${home}.`);
    },
    kill(machine, what) {
      const folder = join(home, machine);
      const among = what === "machine" ? folder : join(folder, "data");
      const patroni = running.get(machine)?.pid;
      for (const pid of processesUsing(among)) {
        if (what === "server" && pid === patroni) continue;
        killQuietly(pid, "SIGKILL");
      }
    },
    revive(machine) {
      const patroni = running.get(machine);
      if (patroni && patroni.exitCode === null && patroni.signalCode === null) return;
      startPatroni(machine);
    },
    async stop() {
      for (const name of ["haproxy", "pgbouncer", "one", "two"])
        await ended(running.get(name), "SIGTERM");
      for (const name of running.keys()) await ended(running.get(name), "SIGTERM");
      for (const pid of processesUsing(`${home}/`)) killQuietly(pid, "SIGKILL");
    },
  };

  try {
    for (const [name, address] of [...Object.entries(DATABASES), ["balancer", BALANCER] as const])
      startKeeper(name, address);
    await reachable(BALANCER, 2379);
    startPatroni("one");
    startPatroni("two");
    await engines.whole();
    const balancer = write(folderOf("haproxy"), "haproxy.cfg", onLoopback(read("haproxy.cfg")));
    start("haproxy", ["haproxy", "-db", "-f", balancer]);
    const list = write(
      folderOf("pgbouncer"),
      "userlist.txt",
      `"postgres" "${superuserPassword}"\n`,
    );
    const pooler = onLoopback(read("pgbouncer.ini")).replace("/etc/pgbouncer/userlist.txt", list);
    start("pgbouncer", ["pgbouncer", write(folderOf("pgbouncer"), "pgbouncer.ini", pooler)]);
    await reachable(BALANCER, 5000);
    await reachable(BALANCER, 6432);
    return engines;
  } catch (error) {
    await engines.stop();
    throw error;
  }
}

const KEEPERS = `ETCD_INITIAL_CLUSTER=${[...Object.entries(DATABASES), ["balancer", BALANCER]]
  .map(([name, address]) => `${name}=http://${address}:2380`)
  .join(",")}`;

function read(name: string): string {
  return readFileSync(join(FILES, name), "utf8");
}

/** Connections on loopback come from 127.0.0.1, whichever address they go to. */
function onLoopback(text: string): string {
  return text.replaceAll("10.20.0.0/24", "127.0.0.0/8").replaceAll("10.20.0.", NETWORK);
}

function environmentIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

function ownerOf(user: string): { readonly uid: number; readonly gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined) throw new Error(`There is no user ${user}.`);
  return { uid: Number(uid), gid: Number(gid) };
}

/** Undefined: it does not answer, as somebody killed. */
async function asked(url: string) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

async function reachable(host: string, port: number): Promise<void> {
  const until = Date.now() + STOP_MS_MAX;
  while (Date.now() < until) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host);
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(POLL_MS);
  }
  throw new Error(`Nothing listens at ${host}:${port}.`);
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  await exit;
  clearTimeout(late);
}

function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!existsSync(`/proc/${pid}`)) return;
    throw error;
  }
}
