/**
 * Starts etcd, Patroni with two PostgreSQL servers, HAProxy, PgBouncer and NATS on the machines of
 * network.ts. They use the configuration files in deploy/failover/ unchanged except for the network
 * addresses, the folders and the setting under trial.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processesUsing } from "../../support/servers/processes.ts";
import { asked, ended, isRunning, killQuietly, reachable } from "./running.ts";
import { ADDRESSES, BALANCER, MACHINES, onMachine, readdressed, type Place } from "./network.ts";

export type Machine = "one" | "two";

interface Member {
  readonly name: Machine;
  readonly role: string;
  readonly state: string;
}

export interface Engines {
  readonly superuserPassword: string;
  /** The value of `NATS_URL`, which lists all three NATS servers. */
  readonly natsUrl: string;
  /** Returns the machine whose server accepts writes, or undefined if none does. */
  leader(): Promise<Machine | undefined>;
  /** Resolves when one server is the primary and the other is its synchronous standby. */
  whole(): Promise<void>;
  /** Sends SIGKILL to the machine's PostgreSQL, or to all of its processes. */
  kill(machine: Machine, what: "server" | "machine"): void;
  /** Starts Patroni on this machine if it is not running. */
  revive(machine: Machine): void;
  killEtcd(places: readonly Place[]): void;
  /** Starts every etcd that is not running, with its existing data. */
  reviveEtcd(): void;
  killNats(): void;
  startNats(): Promise<void>;
  /** Stops PgBouncer immediately, which disconnects its clients, and starts it again. */
  restartPooler(): Promise<void>;
  stop(): Promise<void>;
}

const FILES = join(import.meta.dirname, "..", "..", "..", "deploy", "failover");
export const DATABASES: readonly Machine[] = ["one", "two"];
const WHOLE_MS_MAX = 180_000;
const POLL_MS = 100;

/** Starts all programs. `home` is a folder to which the system user `postgres` has access. */
export async function startEngines(home: string, isStrict: boolean): Promise<Engines> {
  const owner = ownerOf("postgres");
  const superuserPassword = randomBytes(18).toString("hex");
  // NATS reads a password that starts with a digit as a number, so it starts with a letter.
  const natsPassword = `n${randomBytes(18).toString("hex")}`;
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
  const start = (place: Place, name: string, command: readonly string[], env = {}): void => {
    const folder = folderOf(name);
    const log = openSync(join(folder, "log"), "a");
    const [program, args] = onMachine(place, owner, command);
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC", ...env },
      stdio: ["ignore", log, log],
      detached: true,
    });
    child.on("error", () => undefined);
    running.set(name, child);
  };

  const startKeeper = (name: Place): void => {
    const lines = readdressed(read("etcd.env"))
      .replaceAll(`${ADDRESSES.one}:23`, `${ADDRESSES[name]}:23`)
      .replace("ETCD_NAME=one", `ETCD_NAME=${name}`)
      // Replaces the member list with the trial's etcd addresses.
      .replace(/^ETCD_INITIAL_CLUSTER=.*$/m, KEEPERS)
      .replace("/var/lib/etcd/hashfloor", join(folderOf(`etcd-${name}`), "data"));
    start(name, `etcd-${name}`, ["etcd"], { ...environmentIn(lines), ETCD_LOG_LEVEL: "error" });
  };
  const startPatroni = (machine: Machine): void => {
    const folder = folderOf(machine);
    mkdirSync(join(folder, "run"), { recursive: true });
    chownSync(join(folder, "run"), owner.uid, owner.gid);
    const text = readdressed(read("patroni.yml"))
      .replace("name: one", `name: ${machine}`)
      .replaceAll(new RegExp(`${ADDRESSES.one}:(8008|5432)`, "g"), `${ADDRESSES[machine]}:$1`)
      .replace("/var/lib/postgresql/15/hashfloor.pgpass", join(folder, "pgpass"))
      .replace("/var/lib/postgresql/15/hashfloor", join(folder, "data"))
      .replace("/var/run/postgresql", join(folder, "run"))
      .replace("synchronous_mode_strict: false", `synchronous_mode_strict: ${isStrict}`);
    start(machine, machine, ["patroni", write(folder, "patroni.yml", text)], secrets);
  };

  const startNats = async (): Promise<void> => {
    for (const place of MACHINES) {
      const settings = readdressed(read("nats.conf"))
        .replace("server_name: one", `server_name: ${place}`)
        .replaceAll(new RegExp(`"${ADDRESSES.one}:(4222|6222)"`, "g"), `"${ADDRESSES[place]}:$1"`);
      const file = write(folderOf(`nats-${place}`), "nats.conf", settings);
      const env = { NATS_PASSWORD: natsPassword };
      start(place, `nats-${place}`, ["nats-server", "--config", file], env);
    }
    for (const place of MACHINES) await reachable(ADDRESSES[place], 4222);
  };

  const startPooler = (): void => {
    const list = write(
      folderOf("pgbouncer"),
      "userlist.txt",
      `"postgres" "${superuserPassword}"\n`,
    );
    const pooler = readdressed(read("pgbouncer.ini")).replace("/etc/pgbouncer/userlist.txt", list);
    start("balancer", "pgbouncer", [
      "pgbouncer",
      write(folderOf("pgbouncer"), "pgbouncer.ini", pooler),
    ]);
  };

  const cluster = async (leader: Machine): Promise<readonly Member[]> => {
    const answer = await asked(`http://${ADDRESSES[leader]}:8008/cluster`);
    return answer?.status === 200 ? (JSON.parse(answer.text) as { members: Member[] }).members : [];
  };

  const engines: Engines = {
    superuserPassword,
    natsUrl: `nats://floor:${natsPassword}@${MACHINES.map((place) => `${ADDRESSES[place]}:4222`).join(",")}`,
    async leader() {
      for (const name of DATABASES) {
        const answer = await asked(`http://${ADDRESSES[name]}:8008/primary`);
        if (answer?.status === 200) return name;
      }
      return undefined;
    },
    async whole() {
      const until = Date.now() + WHOLE_MS_MAX;
      let last: readonly Member[] = [];
      while (Date.now() < until) {
        // A disconnected server still reports its previous state, so ask the current primary.
        const leader = await engines.leader();
        last = leader ? await cluster(leader) : [];
        const has = (role: string) =>
          last.some((one) => one.role === role && /^(running|streaming)$/.test(one.state));
        if (has("leader") && has("sync_standby")) return;
        await sleep(POLL_MS);
      }
      throw new Error(
        `The servers did not form a cluster: ${JSON.stringify(last)}. Logs are in ${home}.`,
      );
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
      if (!isRunning(running.get(machine))) startPatroni(machine);
    },
    killEtcd(places) {
      for (const place of places) running.get(`etcd-${place}`)?.kill("SIGKILL");
    },
    reviveEtcd() {
      for (const place of MACHINES)
        if (!isRunning(running.get(`etcd-${place}`))) startKeeper(place);
    },
    killNats() {
      for (const place of MACHINES) running.get(`nats-${place}`)?.kill("SIGKILL");
    },
    startNats,
    async restartPooler() {
      await ended(running.get("pgbouncer"), "SIGTERM");
      startPooler();
      await reachable(BALANCER, 6432);
    },
    async stop() {
      for (const name of ["haproxy", "pgbouncer", "one", "two"])
        await ended(running.get(name), "SIGTERM");
      for (const name of running.keys()) await ended(running.get(name), "SIGTERM");
      for (const pid of processesUsing(`${home}/`)) killQuietly(pid, "SIGKILL");
    },
  };

  try {
    for (const place of MACHINES) startKeeper(place);
    await reachable(BALANCER, 2379);
    startPatroni("one");
    startPatroni("two");
    await engines.whole();
    const balancer = write(folderOf("haproxy"), "haproxy.cfg", readdressed(read("haproxy.cfg")));
    start("balancer", "haproxy", ["haproxy", "-db", "-f", balancer]);
    startPooler();
    await startNats();
    await reachable(BALANCER, 5000);
    await reachable(BALANCER, 6432);
    return engines;
  } catch (error) {
    await engines.stop();
    throw error;
  }
}

const KEEPERS = `ETCD_INITIAL_CLUSTER=${MACHINES.map(
  (name) => `${name}=http://${ADDRESSES[name]}:2380`,
).join(",")}`;

function read(name: string): string {
  return readFileSync(join(FILES, name), "utf8");
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
