/**
 * Tests the public log of the running product: a process that dies while it appends leaves nothing
 * half published, a witness keeps its history over a SIGKILL, and a log that was cut is named.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCheckpoint, parseNote } from "#log";
import { recordIncident } from "#platform";
import { ledgerInclusion, type LedgerInclusion } from "#transparency";
import { getCoins } from "../support/people/main-job.ts";
import { signUp } from "../support/people/person.ts";
import { memoryFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { severalServers, type SeveralServers } from "../support/servers/several-servers.ts";
import type { RunningServer } from "../support/servers/server.ts";
import { behindTheGuard } from "../support/servers/without-triggers.ts";
import { verifyInstallation } from "../support/transparency/verify-command.ts";

const LOGGED_MS_MAX = 60_000;
const WITNESS = "modules/transparency/witness/witness-command.ts";

const folder = memoryFolder();
const sinceFile = join(folder, "since.json");
let servers: SeveralServers;
let first: RunningServer;
let witness: RunningWitness;

interface RunningWitness {
  readonly process: ChildProcess;
  readonly port: number;
  readonly vkey: string;
}

beforeAll(async () => {
  servers = await severalServers({});
  first = await servers.start();
  await getCoins(await signUp(first.url, "Ann"));
});
afterAll(async () => {
  witness?.process.kill("SIGKILL");
  await servers.stop();
  removeFolder(folder);
});

async function startWitness(url: string, port: number): Promise<RunningWitness> {
  const words = [WITNESS, url, "--port", String(port), "--state", join(folder, "witness.json")];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await expect.poll(() => output, { timeout: LOGGED_MS_MAX }).toContain("WITNESSES=");
  const [, used = "", vkey = ""] = /WITNESSES=http:\/\/THIS-MACHINE:(\d+)=(\S+)/.exec(output) ?? [];
  return { process: child, port: Number(used), vkey };
}

/** Runs the outsider's command, which keeps the head of the log in a file by default. */
const verify = (url: string, words: readonly string[] = ["--since", sinceFile]) =>
  verifyInstallation(url, words);

async function headAt(url: string) {
  const answer = await fetch(`${url}/log/checkpoint`);
  const note = parseNote(await answer.text());
  return note && parseCheckpoint(note.text);
}

/** Records a fact that belongs in the log. */
const happen = (detail: string) => recordIncident(servers.database, { kind: "reorg", detail });

async function sizeAbove(url: string, size: number): Promise<number> {
  const sizeNow = async () => (await headAt(url))?.size ?? 0;
  await expect.poll(sizeNow, { timeout: LOGGED_MS_MAX }).toBeGreaterThan(size);
  return sizeNow();
}

const matching = (...patterns: readonly RegExp[]) =>
  expect.arrayContaining(patterns.map((one) => expect.stringMatching(one) as string)) as string[];

test("the outsider's command verifies the log and keeps its head", async () => {
  await expect
    .poll(async () => (await verify(first.url)).lines, { timeout: LOGGED_MS_MAX })
    .toEqual(
      matching(
        /^ok +signed statement: /,
        /^ok +public log: \d+ leaves of hashfloor\/[0-9a-f]{32}\/1 /,
        /^ok +facts in the log: /,
        /^not checked +witnesses: /,
      ),
    );
  expect((await verify(first.url)).lines).toEqual(matching(/^ok +history: the log only grew/));
  const answer = await fetch(`${first.url}/log/tile/entries/000.p/1`);
  expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
  expect((await fetch(`${first.url}/log/tile/0/001`)).status).toBe(404);
});

test("a credited deposit is in a digest of the ledger", async () => {
  const [transfer] = await servers.database.query<{ id: string }>(
    "select id from ledger_transfers where cause is not null order by id limit 1",
  );
  const inclusion = (): Promise<LedgerInclusion | undefined> =>
    ledgerInclusion(servers.database, transfer?.id ?? "");
  await expect.poll(inclusion, { timeout: LOGGED_MS_MAX }).toBeDefined();
});

test("a process killed between leaves and checkpoint publishes nothing", async () => {
  await verify(first.url);
  await first.kill();
  const env = { FAILPOINTS: "transparency.leaves-without-checkpoint" };
  const doomed = await servers.start({ env });
  const before = await headAt(doomed.url);
  await happen("A reorg before a kill.");
  await doomed.exited;
  witness = await startWitness((await restart()).url, 0);
  expect(await sizeAbove(first.url, before?.size ?? 0)).toBeGreaterThan(before?.size ?? 0);
  expect(await verify(first.url)).toMatchObject({
    status: 0,
    lines: matching(/^ok +public log: /, /^ok +history: /, /^ok +facts in the log: /),
  });
});

async function restart(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  first = await servers.start({ env });
  return first;
}

test("a witness cosigns, also after it was killed", async () => {
  await first.kill();
  const { vkey, port } = witness;
  await restart({ WITNESSES: `http://127.0.0.1:${port}=${vkey}` });
  const isCosigned = async () => (await verify(first.url, ["--witness", vkey])).lines;
  const ok = matching(/^ok +witnesses: the given witnesses signed the checkpoint/);
  await expect.poll(isCosigned, { timeout: LOGGED_MS_MAX }).toEqual(ok);
  witness.process.kill("SIGKILL");
  await once(witness.process, "exit");
  const { size = 0 } = (await headAt(first.url)) ?? {};
  await happen("A reorg without a witness.");
  await sizeAbove(first.url, size);
  expect(await isCosigned()).toEqual(matching(/^failed +witnesses: /));
  witness = await startWitness(first.url, port);
  expect(witness.vkey).toBe(vkey);
  await expect.poll(isCosigned, { timeout: LOGGED_MS_MAX }).toEqual(ok);
});

test("a log that was cut is named by the command, and the witness does not sign it", async () => {
  expect((await verify(first.url)).status).toBe(0);
  const [earlier] = await servers.database.query<{ size: bigint }>(
    "select size from transparency_log_checkpoints order by size desc offset 1 limit 1",
  );
  const size = Number(earlier?.size);
  for (const [table, condition] of [
    ["cosignatures", "size > $1"],
    ["checkpoints", "size > $1"],
    ["ranges", "leaf >= $1"],
    ["leaves", "index >= $1"],
    ["nodes", "(index + 1) * (2 ^ level) > $1"],
  ] as const)
    await behindTheGuard(
      servers.database,
      `delete from transparency_log_${table} where ${condition}`,
      [size],
    );
  await happen("A reorg after the cut.");
  await sizeAbove(first.url, size);
  expect(await verify(first.url, ["--since", sinceFile, "--witness", witness.vkey])).toMatchObject({
    status: 1,
    lines: matching(/^ok +public log: /, /^failed +history: /, /^failed +witnesses: /),
  });
});
