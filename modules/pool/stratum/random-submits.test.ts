/** Compares the pool with an independent implementation, using random submits. */
import { expect, test } from "vitest";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { isFullLength, length, newestSeed } from "../../../test/support/seeds.ts";
import { judgeSubmitLine, type JudgedJob } from "../../../test/support/chain/stratum-judge.ts";
import { findShare } from "../../../test/support/chain/stratum-miner.ts";
import { firstJob, talk, type Message } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";

const CASES = length(500, 100_000);
const TEST_MS_MAX = length(30_000, 1_800_000);
const TIPS = ["ab".repeat(32), "cd".repeat(32)];
/** Maximum number of shares at the same time. More shares would raise the difficulty. */
const SHARES_MAX = 7;

test.each(newestSeed)(
  "both implementations agree (seed %i)",
  (seed) => {
    const random = pseudoRandom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
    const hex = (digits: number) =>
      Array.from({ length: digits }, () => below(16).toString(16)).join("");
    const verdicts = new Map<string, number>();

    let serial = 0;
    let miner = talk();
    let jobs = new Map<string, JudgedJob>();
    let mask: string | undefined;
    let isSubscribed = false;
    let workers: string[] = [];
    let currentPrevious = "";
    const keys = new Set<string>();
    const shares: (readonly string[])[] = [];
    let difficultyMicros = 1_000n;

    const receive = (messages: readonly Message[]): void => {
      for (const { method, params = [] } of messages) {
        if (method === "mining.set_difficulty")
          difficultyMicros = BigInt(Math.round(Number(params[0]) * 1e6));
        if (method !== "mining.notify") continue;
        if (params[8] === true) jobs = new Map();
        const minimumTime = BigInt(NOW_MS / 1_000 - 600);
        jobs.set(String(params[0]), { notify: params, difficultyMicros, minimumTime });
      }
    };
    const newJob = () => {
      serial += 1;
      const transactions = Array.from({ length: below(5) }, () => ({
        rawHex: "",
        txid: hex(64),
        wtxid: "",
      }));
      return firstJob({ previousHash: pick(TIPS), transactions, version: below(2 ** 30) }, serial);
    };
    const connect = (): void => {
      const job = newJob();
      miner = talk({ job, micros: 1 + below(3) });
      [jobs, mask, isSubscribed, workers] = [new Map(), undefined, false, []];
      [shares.length, difficultyMicros] = [0, 1_000n];
      keys.clear();
      currentPrevious = previousOf(job);
      if (random() < 0.6) {
        const options = { "version-rolling.mask": hex(8) };
        const [answer] = miner.say(1, "mining.configure", ["version-rolling"], options);
        const result = answer?.result as Readonly<Record<string, unknown>>;
        mask = String(result["version-rolling.mask"]);
      }
      if (random() < 0.9) {
        isSubscribed = true;
        miner.say(2, "mining.subscribe");
      }
      for (const name of ["ann.rig", "ann.two"].filter(() => random() < 0.95)) {
        receive(miner.say(3, "mining.authorize", name));
        workers.push(name);
      }
    };
    const previousOf = ({ previousBytes }: { readonly previousBytes: Buffer }) =>
      Buffer.from(previousBytes).swap32().toString("hex");

    /** Returns a random time, usually near a boundary of the accepted range. */
    const someTime = (): string => {
      const now = NOW_MS / 1_000;
      const ends = [now, now, now - 600, now - 601, now + 7_200, now + 7_201];
      return random() < 0.9 ? pick(ends).toString(16).padStart(8, "0") : hex(8);
    };
    const wellFormed = (): readonly unknown[] => {
      const id = jobs.size > 0 ? pick([...jobs.keys()]) : "100";
      const job = jobs.get(id);
      const bits = random() < 0.5 ? [hex(8)] : [];
      const allowed = BigInt(`0x${mask ?? "0"}`);
      const rolled = bits.map((text) =>
        (BigInt(`0x${text}`) & (random() < 0.8 ? allowed : 0xffff_ffffn))
          .toString(16)
          .padStart(8, "0"),
      );
      if (!job || random() < 0.9) return [id, hex(16), someTime(), hex(8), ...rolled];
      const work = { notify: job.notify, extranonce1: "00000001", extranonce2: hex(16) };
      const [versionBits] = rolled;
      const asMiner = { ...(versionBits ? { versionBits } : {}), ...(mask ? { mask } : {}) };
      const share = findShare({ ...work, ...asMiner, difficultyMicros: job.difficultyMicros });
      shares.push(share);
      return share;
    };
    const spoilt = (params: readonly unknown[]): readonly unknown[] => {
      const index = below(params.length);
      const text = String(params[index]);
      const wrong = pick<unknown>([
        text.slice(1),
        `${text}0`,
        text.toUpperCase(),
        `${text.slice(0, -1)}g`,
        null,
        7,
        [text],
        "",
      ]);
      return params.with(index, wrong);
    };

    connect();
    for (let count = 0; count < CASES; count += 1) {
      if (keys.size === SHARES_MAX || random() < 0.03) connect();
      if (random() < 0.02) {
        const job = newJob();
        currentPrevious = previousOf(job);
        receive(miner.offer(job));
      }
      const again = shares.length > 0 && random() < 0.2 ? pick(shares) : undefined;
      const sent = again ?? wellFormed();
      const params = random() < 0.1 ? spoilt(sent) : sent;
      const worker = random() < 0.97 ? pick(["ann.rig", "ann.two"]) : pick(["ann.x", "", "ann"]);
      const [reply, ...rest] = miner.say(7, "mining.submit", worker, ...params);
      const ours = reply?.error ? reply.error.slice(0, 2).join(" ") : "accepted";
      const connection = { isSubscribed, workers, extranonce1: "00000001", mask, jobs };
      const theirs = judgeSubmitLine(
        { ...connection, currentPrevious, nowSeconds: BigInt(NOW_MS / 1_000), seen: keys },
        [worker, ...params],
      );
      expect({ count, verdict: ours }).toEqual({ count, verdict: theirs });
      verdicts.set(theirs, (verdicts.get(theirs) ?? 0) + 1);
      receive(rest);
    }
    // Check that each kind of result occurred at least once.
    const kinds = [
      "20 Invalid parameters",
      "20 Invalid version mask",
      "20 Ntime out of range",
      "21 Job not found",
      "22 Duplicate share",
      "23 Difficulty too low",
      "24 Unauthorized worker",
      "25 Not subscribed",
      "accepted",
    ];
    const missing = isFullLength ? kinds.filter((kind) => !verdicts.has(kind)) : [];
    expect(missing).toEqual([]);
  },
  TEST_MS_MAX,
);
