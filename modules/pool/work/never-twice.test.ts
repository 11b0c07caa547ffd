/**
 * Tests that no block header is credited twice. In a random history, two pools with one database
 * are killed and restarted. Shares are submitted again in every spelling, by different workers and
 * connections, after reconnects and restarts, and to the second pool.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, silentLog, type Database } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { isFullLength, length, newestSeed } from "../../../test/support/seeds.ts";
import { findShare } from "../../../test/support/chain/stratum-miner.ts";
import { createShareStore } from "../process/share-store.ts";
import { jobFrom, notifyParams } from "../stratum/job.ts";
import { talk, type Message } from "../testing/talk.ts";
import { NOW_MS, template } from "../testing/template.ts";
import { postBatch } from "./post-batch.ts";
import { openShareJournal } from "./share-journal.ts";

const SUBMITS = length(4_000, 1_000_000);
const TEST_MS_MAX = length(60_000, 3_600_000);
/** One in this many submits is new work. All others repeat earlier submits. */
const NEW_WORK = 100;
const CONNECTIONS = 4;
const NAMES = ["ann.rig", "ann.two"];
const MASK = "1fffe000";
const RECENT = 10;
const SUBMIT_MS = 1_000;

const file = fileDatabase();
let database: Database;
let folder: string;

beforeAll(() => {
  database = openDatabase(file.poolUrl, { connectionsMax: 2 });
});
afterAll(() => database.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hashfloor-never-twice-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(newestSeed)(
  "no block header is credited twice (seed %i)",
  async (seed) => {
    const random = pseudoRandom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
    const clock = { now: () => new Date(nowMs) };
    const counts = { accepted: 0, duplicate: 0, stale: 0, low: 0, restarts: 0, reconnects: 0 };
    const credited = new Set<string>();
    const batches: (readonly string[])[] = [];
    let nowMs = NOW_MS;

    /** Starts a pool. Its memory is lost when it ends, but its journal is kept. */
    const startPool = (name: string) => {
      const bootNonce = Buffer.from(Array.from({ length: 4 }, () => below(256)));
      const journal = openShareJournal(join(folder, name), () => nowMs);
      const poster = { noteReject: () => undefined };
      const shares = createShareStore({
        journal,
        poster,
        clock,
        log: silentLog,
        onFull: () => undefined,
      });
      const instanceId = randomUUID();
      let serial = 0;
      const nextJob = () => {
        serial += 1;
        return jobFrom(template(), { serial, bootNonce, payScriptHex: "51" });
      };
      let job = nextJob();
      const connect = () => {
        const miner = talk({ job, micros: 1 });
        const { isSeen } = shares;
        miner.at({ nowMs, isSeen });
        miner.say(1, "mining.configure", ["version-rolling"], { "version-rolling.mask": MASK });
        miner.say(2, "mining.subscribe");
        for (const worker of NAMES) miner.say(3, "mining.authorize", worker, "x");
        return miner;
      };
      const connections = Array.from({ length: CONNECTIONS }, connect);
      return {
        name,
        connections,
        reconnect: () => void (connections[below(CONNECTIONS)] = connect()),
        renew() {
          job = nextJob();
          for (const miner of connections) miner.offer(job);
        },
        submit(line: string): readonly Message[] {
          const miner = pick(connections);
          const before = miner.effects.length;
          miner.at({ nowMs });
          const answers = miner.line(line);
          for (const effect of miner.effects.slice(before)) {
            if (effect.kind !== "share") continue;
            const header = effect.solved.header.toString("hex");
            expect(credited.has(header)).toBe(false);
            credited.add(header);
            shares.add(effect);
          }
          shares.keep();
          return answers;
        },
        async post() {
          for (const id of journal.closedBatches()) {
            const batch = { id, instanceId, shares: journal.readBatch(id) };
            if (batch.shares.length > 0) await postBatch(database, batch);
            // A kill between posting and removal leaves the file behind. The next process posts the
            // file again.
            if (random() < 0.5) journal.removeBatch(id);
          }
        },
      };
    };
    const pools = [startPool("one"), startPool("two")];

    const newWork = (): readonly string[] => {
      const session = pick(pick(pools).connections).session();
      const sent = session.jobs.at(-1);
      if (!sent) throw new Error("no job");
      const versionBits = random() < 0.5 ? "00002000" : undefined;
      const share = findShare({
        notify: notifyParams(sent.job, { ...sent, isClean: false }),
        extranonce1: session.extranonce1.toString("hex"),
        extranonce2: Array.from({ length: 16 }, () => below(16).toString(16)).join(""),
        difficultyMicros: BigInt(sent.micros),
        mask: MASK,
        ...(versionBits ? { versionBits } : {}),
      });
      batches.push(share);
      return share;
    };

    /** Prefers recent batches, because most older shares are stale. */
    const recentOrAny = () => (random() < 0.5 ? batches.slice(-RECENT) : batches);

    for (let count = 0; count < SUBMITS; count += 1) {
      nowMs += SUBMIT_MS;
      const share =
        batches.length === 0 || random() < 1 / NEW_WORK ? newWork() : pick(recentOrAny());
      const [answer] = pick(pools).submit(spelt(share, pick(NAMES), random));
      if (answer?.result === true) counts.accepted += 1;
      else if (answer?.error?.[0] === 22) counts.duplicate += 1;
      else if (answer?.error?.[0] === 21) counts.stale += 1;
      else if (answer?.error?.[0] === 23) counts.low += 1;
      else throw new Error(JSON.stringify(answer));
      if (random() < 0.02) {
        pick(pools).reconnect();
        counts.reconnects += 1;
      }
      if (random() < 0.001) pick(pools).renew();
      if (random() < 0.001) await pick(pools).post();
      if (random() < 0.002) {
        const which = below(pools.length);
        pools[which] = startPool(pools[which]?.name ?? "");
        counts.restarts += 1;
      }
    }

    // The next pool finds the remaining journal when it starts.
    nowMs += SUBMIT_MS;
    for (const name of ["one", "two"]) {
      const last = startPool(name);
      await last.post();
      await last.post();
    }
    const [row] = await file.database.query<{ shares: number; different: number }>(
      "select count(*)::int as shares, count(distinct hash)::int as different from pool_shares",
    );
    expect(row).toEqual({ shares: credited.size, different: credited.size });
    expect(counts.accepted).toBe(credited.size);
    const missing = Object.entries(counts).filter(([, number]) => number === 0);
    expect(isFullLength ? missing : []).toEqual([]);
    process.stdout.write(`${SUBMITS} submits: ${JSON.stringify(counts)}\n`);
  },
  TEST_MS_MAX,
);

/** Returns the same share in a different spelling. */
function spelt(share: readonly string[], worker: string, random: () => number): string {
  const [jobId, ...rest] = share;
  const mixed = rest.map((text) =>
    text.replaceAll(/[a-f]/g, (letter) => (random() < 0.5 ? letter.toUpperCase() : letter)),
  );
  const fields = random() < 0.5 ? rest : mixed;
  // Missing version bits are equivalent to zero bits.
  if (fields.length === 3 && random() < 0.5) fields.push("00000000");
  const line = JSON.stringify({
    id: 7,
    method: "mining.submit",
    params: [worker, jobId, ...fields],
  });
  if (random() < 0.3) return line.replaceAll(",", " ,\t").replaceAll(":", " : ");
  return random() < 0.3 ? line.replace("mining.submit", "\\u006dining.submit") : line;
}
