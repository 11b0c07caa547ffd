/**
 * Measures PostgreSQL's current speed on this machine with `pgbench` (simple-update, prepared,
 * scale 50). If pgbench is not installed, a loop in the benchmark runs the same SQL statements.
 * Figures from this loop are marked and not compared with any gate.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { openDatabase } from "#platform";
import { callers } from "./callers.ts";
import type { Plan } from "./plan.ts";

export interface Rate {
  readonly perSecond: number;
  readonly meanMs: number;
}

export interface Yardstick {
  readonly name: string;
  readonly isJudged: boolean;
  prepare(): Promise<void>;
  measure(clients: number, seconds: number): Promise<Rate>;
}

/** pgbench's scale, in units of 100,000 accounts. */
const SCALE = { full: 50, short: 1 };

/**
 * Selects pgbench or the benchmark's own loop. Only the loop uses `random`, because pgbench has its
 * own random seed.
 */
export function chooseYardstick(
  url: string,
  { size, random }: Pick<Plan, "size" | "random">,
): Yardstick {
  const program = findPgbench();
  const scale = SCALE[size];
  return program === undefined ? ownLoop(url, scale, random) : pgbench(program, url, scale);
}

function findPgbench(): string | undefined {
  const installed = "/usr/lib/postgresql";
  const candidates = [
    process.env["PGBENCH"],
    ...(process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "pgbench")),
    ...(existsSync(installed)
      ? readdirSync(installed)
          .toSorted()
          .toReversed()
          .map((version) => join(installed, version, "bin", "pgbench"))
      : []),
  ];
  return candidates.find((path) => path !== undefined && existsSync(path));
}

function pgbench(program: string, url: string, scale: number): Yardstick {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const address = ["-h", searchParams.get("host") ?? hostname, "-p", port];
  const where = [...address, "-U", username, pathname.slice(1)];
  const run = (args: readonly string[]): string =>
    execFileSync(program, [...args, ...where], {
      encoding: "utf8",
      env: { ...process.env, PGPASSWORD: password },
      stdio: ["ignore", "pipe", "ignore"],
    });
  return {
    name: run(["--version"]).trim(),
    isJudged: true,
    async prepare() {
      run(["-i", "-q", "-s", String(scale)]);
    },
    async measure(clients, seconds) {
      const load = [
        "-b",
        "simple-update",
        "-M",
        "prepared",
        "-n",
        "-T",
        String(Math.ceil(seconds)),
      ];
      const size = ["-c", String(clients), "-j", String(Math.min(clients, 2))];
      const output = run([...load, ...size]);
      return {
        perSecond: figure(output, /tps = ([\d.]+)/),
        meanMs: figure(output, /latency average = ([\d.]+)/),
      };
    },
  };
}

function figure(output: string, pattern: RegExp): number {
  const [, text] = pattern.exec(output) ?? [];
  if (text === undefined) throw new Error(`pgbench printed no ${pattern.source}`);
  return Number(text);
}

function ownLoop(url: string, scale: number, random: () => number): Yardstick {
  const rows = scale * 100_000;
  return {
    name: "own loop (no pgbench found)",
    isJudged: false,
    async prepare() {
      const database = openDatabase(url, { connectionsMax: 1 });
      await database.query(
        "create table bench_account (id int primary key, balance int not null, filler char(84)) with (fillfactor = 100)",
      );
      await database.query(
        "insert into bench_account select id, 0, '' from generate_series(1, $1) as id",
        [rows],
      );
      await database.query("create table bench_history (account int, delta int, at timestamp)");
      await database.query("vacuum analyze bench_account");
      await database.close();
    },
    async measure(clients, seconds) {
      const database = openDatabase(url, { connectionsMax: clients });
      const load = await callers(clients, seconds, () =>
        database.transaction(async (tx) => {
          const id = 1 + Math.floor(random() * rows);
          await tx.query("update bench_account set balance = balance + 1 where id = $1", [id]);
          await tx.query("select balance from bench_account where id = $1", [id]);
          await tx.query("insert into bench_history values ($1, 1, now())", [id]);
        }),
      );
      await database.close();
      return { perSecond: load.perSecond, meanMs: load.meanMs };
    },
  };
}
