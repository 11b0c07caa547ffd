/**
 * `npm run trial:failover`, as root on Debian 12: the product in three processes on Patroni, etcd,
 * HAProxy and PgBouncer, all on loopback. Under load the primary is killed with -9 again and again,
 * in turn its server alone and all of its machine; each time the other one is promoted, and
 * what was acknowledged is compared with what stands there. `--rounds N` (20), `--people N` (8),
 * `--strict` for synchronous_mode_strict. Ends with status 1 when anything was lost or doubled.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { verifyLedger } from "#ledger";
import { installPackages, startEngines, type Engines, type Machine } from "./engines.ts";
import { startFloor, type Floor } from "./floor.ts";
import { judge } from "./judge.ts";
import { startLoad, type Kind, type Load } from "./load.ts";
import { summary, tableOf, type Round } from "./report.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    people: { type: "string", default: "8" },
    strict: { type: "boolean", default: false },
  },
});
const rounds = positive("rounds", values.rounds);
const people = positive("people", values.people);
/** What comes every few seconds; the others have limits an hour. */
const STEADY: readonly Kind[] = ["stake", "message"];
const CALM_MS = 3_000;
const RECOVERY_MS_MAX = 120_000;
const POLL_MS = 20;

try {
  installPackages();
} catch (error) {
  process.stderr.write(`The trial cannot run: ${error instanceof Error ? error.message : "?"}\n`);
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), "hashfloor-trial-"));
chmodSync(home, 0o755);
let isGood = false;
try {
  isGood = await run();
} catch (error) {
  process.stderr.write(`The trial broke off: ${error instanceof Error ? error.stack : "?"}\n`);
} finally {
  if (isGood) rmSync(home, { recursive: true, force: true });
  else say(`Logs and data of the engines are kept in ${home}.`);
}
process.exit(isGood ? 0 : 1);

async function run(): Promise<boolean> {
  const engines = await startEngines(home, values.strict);
  let floor: Floor | undefined;
  try {
    say("The engines run. Starting the product ...");
    floor = await startFloor(join(home, "floor"), engines.superuserPassword);
    say(`Two processes serve at ${floor.url}. ${people} people sign up and get coins ...`);
    return await trial(engines, floor, await startLoad(floor.url, people));
  } catch (error) {
    for (const server of floor?.servers ?? []) process.stderr.write(server.output().slice(-4_000));
    throw error;
  } finally {
    await floor?.stop();
    await engines.stop();
  }
}

async function trial(engines: Engines, floor: Floor, load: Load): Promise<boolean> {
  const done: Round[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const round = await killOnce(engines, floor, load, number);
    done.push(round);
    say(tableOf([round], number === 1));
  }
  await load.stop();
  const { lost, doubled } = await judge(floor.database, load.acknowledged, load.userIds);
  const problems = await verifyLedger(floor.database);
  say(`\n${tableOf(done, true)}\n`);
  say(summary(done, { load, lost, doubled, problems: problems.length }));
  for (const one of [...lost, ...doubled, ...load.faults].slice(0, 20)) say(`  ${one}`);
  return lost.length + doubled.length + problems.length + load.faults.length === 0;
}

async function killOnce(
  engines: Engines,
  floor: Floor,
  load: Load,
  number: number,
): Promise<Round> {
  await engines.whole();
  await sleep(CALM_MS);
  const before = { count: load.acknowledged.length, failed: failedSoFar(load) };
  const victim = await engines.leader();
  if (!victim) throw new Error("There is no primary to kill.");
  const what = number % 2 === 1 ? "server" : "machine";
  engines.kill(victim, what);
  const killedAtMs = performance.now();
  const since = () => load.acknowledged.filter(({ askedAtMs }) => askedAtMs > killedAtMs);
  // Then nothing is acknowledged before there is a standby again.
  if (values.strict) await reviveOncePromoted(engines, victim);
  const first = await until("something is acknowledged again", () => since()[0]);
  engines.revive(victim);
  const news = await until("news are heard again", () =>
    load.heardAtMs() > first.answeredAtMs ? load.heardAtMs() : undefined,
  );
  await until("stakes and messages are acknowledged again", () =>
    STEADY.every((kind) => since().some((one) => one.kind === kind)) ? true : undefined,
  );
  const promoted = await engines.leader();
  await engines.whole();
  const wholeAtMs = performance.now();
  const { lost } = await judge(floor.database, load.acknowledged, load.userIds);
  const seconds = (ms: number) => (ms - killedAtMs) / 1_000;
  return {
    number,
    what,
    from: victim,
    to: promoted ?? "none",
    firstSeconds: seconds(first.answeredAtMs),
    newsSeconds: seconds(news),
    wholeSeconds: seconds(wholeAtMs),
    failed: failedSoFar(load) - before.failed,
    acknowledged: load.acknowledged.length - before.count,
    lost: lost.length,
  };
}

async function reviveOncePromoted(engines: Engines, victim: Machine): Promise<void> {
  const end = performance.now() + RECOVERY_MS_MAX;
  while (performance.now() < end) {
    const leader = await engines.leader();
    if (leader !== undefined && leader !== victim) return engines.revive(victim);
    await sleep(POLL_MS);
  }
  throw new Error("The standby was not promoted.");
}

function failedSoFar({ failures }: Load): number {
  return [...failures].reduce(
    (sum, [what, count]) => (what.startsWith("4") ? sum : sum + count),
    0,
  );
}

async function until<Value>(what: string, look: () => Value | undefined): Promise<Value> {
  const end = performance.now() + RECOVERY_MS_MAX;
  while (performance.now() < end) {
    const value = look();
    if (value !== undefined) return value;
    await sleep(POLL_MS);
  }
  throw new Error(`Not in ${RECOVERY_MS_MAX / 1_000} s: ${what}.`);
}

function positive(name: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) {
    process.stderr.write(`--${name} must be a whole number from 1 to 999.\n`);
    process.exit(2);
  }
  return Number(text);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
