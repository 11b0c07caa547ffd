/**
 * Runs `npm run trial:failover`, as root on Debian 12. The trial starts the product as three
 * processes on Patroni, etcd, HAProxy, PgBouncer and NATS. If the kernel allows it, each machine
 * has its own network and process namespaces. Otherwise all machines use loopback addresses.
 *
 * Under load, the primary is repeatedly killed with SIGKILL: alternately only its PostgreSQL
 * server, and its whole machine. Then each round of faults/ runs once. After each round, all
 * acknowledged requests are compared with the database.
 *
 * - `--rounds N`: number of kills (20, 0 for none)
 * - `--only cut,etcd`: run only some of the faults
 * - `--people N`: number of users (8)
 * - `--strict`: use synchronous_mode_strict and only kill the primary
 * - `--listen`: send events over the database, which skips the round `nats`
 *
 * Exits with status 1 if a request was lost or doubled, and with 2 if the trial could not start.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { verifyLedger } from "#ledger";
import { startEngines } from "./engines.ts";
import { FAULTS } from "./faults/index.ts";
import type { Fault, Scene } from "./faults/fault.ts";
import { startPlatform, type Platform } from "./floor.ts";
import { judge } from "./judge.ts";
import { failedSoFar, killOnce } from "./kills.ts";
import { startLoad } from "./load.ts";
import {
  canHaveOwnNetwork,
  homeInOwnNetwork,
  isInOwnNetwork,
  layNetwork,
  runInOwnNetwork,
} from "./network.ts";
import { installPackages } from "./packages.ts";
import { summary, tableOf, type Round } from "./report.ts";
import { secondsSince } from "./wait.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string" },
    people: { type: "string", default: "8" },
    only: { type: "string" },
    strict: { type: "boolean", default: false },
    listen: { type: "boolean", default: false },
  },
});
const rounds = wholeNumber("rounds", values.rounds ?? (values.only === undefined ? "20" : "0"));
const people = wholeNumber("people", values.people);
const faults = chosen(values.only);

process.exit(isInOwnNetwork ? await runHere(homeInOwnNetwork() ?? "") : await begin());

async function begin(): Promise<number> {
  try {
    installPackages();
  } catch (error) {
    return refuse(error instanceof Error ? error.message : "?");
  }
  const isPossible = canHaveOwnNetwork();
  if (!isPossible && faults.some(([name]) => name === "cut")) {
    if (values.only !== undefined)
      return refuse(
        "the round `cut` needs network namespaces, which this kernel or container does not allow.",
      );
    say(
      "Skipping the round `cut`, because this kernel or container does not allow network namespaces.",
    );
    faults.splice(0, faults.length, ...faults.filter(([name]) => name !== "cut"));
  }
  const home = mkdtempSync(join(tmpdir(), "hashfloor-trial-"));
  chmodSync(home, 0o755);
  const status = isPossible ? await runInOwnNetwork(home) : await runHere(home);
  if (status === 0) rmSync(home, { recursive: true, force: true });
  else if (existsSync(home)) say(`The engines' logs and data are in ${home}.`);
  return status;
}

async function runHere(home: string): Promise<number> {
  try {
    if (isInOwnNetwork) layNetwork();
    return (await run(home)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`The trial failed:  ${error instanceof Error ? error.stack : "?"}\n`);
    return 1;
  }
}

async function run(home: string): Promise<boolean> {
  const engines = await startEngines(home, values.strict);
  let platform: Platform | undefined;
  try {
    say("The engines are running. Starting the product ...");
    platform = await startPlatform(join(home, "floor"), engines, !values.listen);
    say(`Two web processes serve at ${platform.url}. ${people} users sign up and get coins ...`);
    return await runRound({ engines, platform, load: await startLoad(platform.url, people) });
  } catch (error) {
    for (const text of platform?.output() ?? []) process.stderr.write(text.slice(-4_000));
    throw error;
  } finally {
    await platform?.stop();
    await engines.stop();
  }
}

async function runRound(scene: Scene): Promise<boolean> {
  const { platform, load } = scene;
  const finished: Round[] = [];
  const problems: string[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const what = number % 2 === 1 ? "server" : "machine";
    const round = await killOnce(scene, { number, what, isStrict: values.strict });
    finished.push(round);
    say(tableOf([round], number === 1));
  }
  for (const [name, fault] of faults) problems.push(...(await breakOnce(scene, name, fault)));
  await load.stop();
  const reads = await platform.readsBy();
  // This count is above zero if a route that is declared as read-only tried to write.
  if ((reads.get("primary_fault") ?? 0) > 0) problems.push("A read tried to write on a standby");
  const { lost, doubled } = await judge(platform.database, load.acknowledged, load.userIds);
  const broken = await verifyLedger(platform.database);
  if (finished.length > 0) say(`\n${tableOf(finished, true)}\n`);
  say(summary(finished, { load, lost, doubled, problems: broken.length }));
  say(`Reads by answering server: ${inWords(reads)}.`);
  for (const one of [...lost, ...doubled, ...load.faults, ...problems].slice(0, 20))
    say(`  ${one}`);
  return [lost, doubled, broken, load.faults, problems].every(({ length }) => length === 0);
}

async function breakOnce(scene: Scene, name: string, fault: Fault): Promise<string[]> {
  const { engines, platform, load } = scene;
  await engines.whole();
  const before = { count: load.acknowledged.length, failed: failedSoFar(load) };
  const startMs = performance.now();
  const { lines, problems } = await fault(scene);
  const { lost } = await judge(platform.database, load.acknowledged, load.userIds);
  const broken = await verifyLedger(platform.database);
  say(
    [
      `\n${name} (${secondsSince(startMs)})`,
      ...lines,
      `${load.acknowledged.length - before.count} acknowledged, ${failedSoFar(load) - before.failed} attempts failed and were repeated, ${lost.length} lost. Ledger verification: ${broken.length === 0 ? "passed" : "FAILED"}.`,
      ...problems,
    ].join("\n  "),
  );
  return problems.map((problem) => `${name}: ${problem}`);
}

function inWords(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${what} ${count}`).join(", ") || "none";
}

function chosen(only: string | undefined): [string, Fault][] {
  const all = Object.entries<Fault>(FAULTS).filter(([name]) => name !== "nats" || !values.listen);
  // In strict mode, a primary without a standby acknowledges no write, so rounds that stop the
  // standby would never end.
  if (only === undefined) return values.strict ? [] : all;
  const names = only.split(",");
  const unknown = names.find((name) => !Object.hasOwn(FAULTS, name));
  if (unknown !== undefined)
    process.exit(refuse(`--only accepts ${Object.keys(FAULTS).join(", ")}, but not "${unknown}".`));
  return all.filter(([name]) => names.includes(name));
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  return process.exit(refuse(`--${name} must be a whole number from 0 to 999.`));
}

function refuse(why: string): number {
  process.stderr.write(`The trial cannot run: ${why}\n`);
  return 2;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
