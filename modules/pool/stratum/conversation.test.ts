import { describe, expect, test } from "vitest";
import { findShare } from "../../../test/support/chain/stratum-miner.ts";
import { begunTalk, firstJob, talk, USER_ID, type Message } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";
import { rejections } from "./judge-share.ts";

const EASY = 1;
const methods = (messages: readonly Message[]) =>
  messages.map((message) => message.method ?? (message.error ? "error" : "result"));
const errorOf = ([message]: readonly Message[]) => message?.error?.slice(0, 2).join(" ");
const notifyIn = (messages: readonly Message[]) =>
  messages.find(({ method }) => method === "mining.notify")?.params ?? [];

function easyTalk(options: Pick<Parameters<typeof begunTalk>[0] & object, "rate"> = {}) {
  const conversation = begunTalk({ micros: EASY, ...options });
  const notify = notifyIn(conversation.begun);
  const share = (extranonce2 = "0000000000000001") =>
    findShare({ notify, extranonce1: "00000001", extranonce2, difficultyMicros: BigInt(EASY) });
  const submit = (params: readonly unknown[]) =>
    conversation.say(9, "mining.submit", "ann.rig", ...params);
  return { ...conversation, notify, share, submit };
}

describe("message sequences of mining programs", () => {
  // The sequences are derived from the programs' published source code. They are not recordings.
  test("cpuminer 2.5.1: subscribe, authorize", () => {
    const miner = talk();
    expect(miner.say(1, "mining.subscribe", "cpuminer/2.5.1")).toEqual([
      {
        id: 1,
        result: [
          [
            ["mining.set_difficulty", "00000001"],
            ["mining.notify", "00000001"],
          ],
          "00000001",
          8,
        ],
        error: null,
      },
    ]);
    const begun = miner.say(2, "mining.authorize", "ann.rig", "x");
    expect(methods(begun)).toEqual(["result", "mining.set_difficulty", "mining.notify"]);
    expect(begun[1]?.params).toEqual([0.001]);
    expect(notifyIn(begun)).toHaveLength(9);
    expect(notifyIn(begun)[8]).toBe(true);
  });

  test("ESP-Miner (Bitaxe): configure, subscribe, authorize, suggest", () => {
    const miner = talk();
    const mask = { "version-rolling.mask": "ffffffff" };
    expect(miner.say(1, "mining.configure", ["version-rolling"], mask)).toEqual([
      {
        id: 1,
        result: { "version-rolling": true, "version-rolling.mask": "1fffe000" },
        error: null,
      },
    ]);
    miner.say(2, "mining.subscribe", "bitaxe/BM1366/v2.4");
    expect(methods(miner.say(3, "mining.authorize", "ann.bitaxe", "x"))).toHaveLength(3);
    const suggested = miner.say(4, "mining.suggest_difficulty", 1000);
    expect(methods(suggested)).toEqual(["result", "mining.set_difficulty", "mining.notify"]);
    expect(notifyIn(suggested)[8]).toBe(false);
  });

  test("cgminer: subscribe, configure, authorize, ping", () => {
    const miner = talk();
    miner.say(0, "mining.subscribe", "cgminer/4.13.1");
    const extensions = ["minimum-difficulty", "version-rolling", "subscribe-extranonce", "no-such"];
    const [configured] = miner.say(1, "mining.configure", extensions, {
      "minimum-difficulty.value": 2048,
      "version-rolling.mask": "00ffe000",
    });
    expect(configured?.result).toEqual({
      "minimum-difficulty": true,
      "version-rolling": true,
      "version-rolling.mask": "00ffe000",
      "subscribe-extranonce": true,
      "no-such": false,
    });
    expect(miner.say(2, "mining.authorize", "ann", "")[1]?.params).toEqual([2048]);
    expect(miner.say(3, "mining.ping")).toEqual([{ id: 3, result: "pong", error: null }]);
  });

  test("NerdMiner: suggests a difficulty before it authorizes", () => {
    const miner = talk();
    miner.say("a", "mining.subscribe", "NerdMinerV2");
    miner.say("b", "mining.suggest_difficulty", 0.00015);
    const [answer, difficulty] = miner.say("c", "mining.authorize", "ann.nerd", "x");
    expect([answer?.id, difficulty?.params]).toEqual(["c", [0.00015]]);
  });

  test("NiceHash order: authorize, extranonce.subscribe, then a fixed difficulty", () => {
    const miner = talk();
    expect(methods(miner.say(1, "mining.authorize", "ann.order", "x,d=0.5"))).toEqual(["result"]);
    expect(miner.say(2, "mining.extranonce.subscribe")[0]?.result).toBe(true);
    const begun = miner.say(3, "mining.subscribe", "NiceHash/1.0.0");
    expect(methods(begun)).toEqual(["result", "mining.set_difficulty", "mining.notify"]);
    expect(begun[1]?.params).toEqual([0.5]);
  });
});

describe("invalid names", () => {
  test.each([
    "bob.rig",
    "ann.rig.two",
    "ann.",
    "ann.r g",
    "аnn.rig",
    "Ann.rig",
    ".rig",
    "",
    `ann.${"x".repeat(33)}`,
    7,
    null,
    ["ann"],
    { toString: 1 },
  ])("the name %j is refused", (name) => {
    expect(errorOf(talk().say(1, "mining.authorize", name, "x"))).toBe("24 Unauthorized worker");
  });

  test("a connection may authorize up to 64 names", () => {
    const miner = begunTalk();
    for (let count = 1; count < 64; count += 1)
      expect(miner.say(1, "mining.authorize", `ann.w${count}`, "x")[0]?.result).toBe(true);
    for (let count = 0; count < 100; count += 1)
      expect(errorOf(miner.say(1, "mining.authorize", `ann.x${count}`, "x"))).toMatch(/^24/);
    expect(miner.effects.at(-1)).toMatchObject({ kind: "close" });
    expect(miner.session().workers.size).toBe(64);
  });
});

describe("a submitted share", () => {
  test("a share is accepted only once, regardless of its spelling", () => {
    const miner = easyTalk();
    const [job, extranonce2 = "", ntime = "", nonce = ""] = miner.share("00000000abcdef01");
    expect(miner.submit([job, extranonce2, ntime, nonce])[0]?.result).toBe(true);
    expect(miner.effects.at(-1)).toMatchObject({
      kind: "share",
      miner: { userId: USER_ID, user: "ann", worker: "rig" },
      sent: { micros: EASY },
    });
    miner.say(1, "mining.authorize", "ann.other", "x");
    const upper = [job, extranonce2.toUpperCase(), ntime.toUpperCase(), nonce.toUpperCase()];
    for (const again of [upper, [job, extranonce2, ntime, nonce, "00000000"]])
      expect(errorOf(miner.submit(again))).toBe("22 Duplicate share");
    const byOther = miner.say(5, "mining.submit", "ann.other", job, extranonce2, ntime, nonce);
    expect(errorOf(byOther)).toBe("22 Duplicate share");
  });

  test.each([
    ["shorter", (text: string) => text.slice(1)],
    ["longer", (text: string) => `${text}0`],
    ["with trailing junk", (text: string) => `${text.slice(0, -2)}zz`],
    ["with a prefix", (text: string) => `0x${text.slice(2)}`],
    ["with a space", (text: string) => ` ${text.slice(1)}`],
    ["in full-width digits", (text: string) => `${text.slice(0, -1)}０`],
    ["as a number", (text: string) => Number.parseInt(text, 16)],
    ["in a list", (text: string) => [text]],
  ])("a malformed field is refused: %s", (_name, spoil) => {
    const miner = easyTalk();
    const [job, ...fields] = miner.share();
    fields.forEach((field, index) => {
      const spoilt = fields.with(index, spoil(field) as string);
      expect(errorOf(miner.submit([job, ...spoilt]))).toBe("20 Invalid parameters");
    });
  });

  test("checks of a submit run in the order that miners expect", () => {
    const miner = talk();
    const bad = ["x", "y", "z", "w", "v"];
    expect(errorOf(miner.say(1, "mining.submit", ...bad))).toBe("25 Not subscribed");
    miner.say(1, "mining.subscribe");
    expect(errorOf(miner.say(1, "mining.submit", ...bad))).toBe("24 Unauthorized worker");
    miner.say(1, "mining.authorize", "ann.rig");
    expect(errorOf(miner.say(1, "mining.submit", "ann.rig", ...bad))).toBe("20 Invalid parameters");
    const fields = ["0000000000000000", "00000000", "00000000", "00002000"];
    const submit = (job: string, ...rest: readonly string[]) =>
      errorOf(miner.say(1, "mining.submit", "ann.rig", job, ...rest));
    expect(submit("ff00", ...fields)).toBe("21 Job not found");
    expect(submit("100", ...fields)).toBe("20 Ntime out of range");
    expect(submit("100", "0000000000000000", "66000000", "00000000", "00002000")).toBe(
      "20 Invalid version mask",
    );
    expect(submit("100", "0000000000000000", "66000000", "00000000")).toBe("23 Difficulty too low");
  });

  test("a share that cannot be stored does not count against the miner", () => {
    const miner = easyTalk();
    const share = miner.share();
    miner.at({ refusal: rejections.notRecording });
    for (let count = 0; count < 100; count += 1)
      expect(errorOf(miner.submit(share))).toBe("20 Pool is not recording");
    // A rejected share may still be a block.
    expect(new Set(miner.effects.slice(1).map(({ kind }) => kind))).toEqual(new Set(["block"]));
    miner.at({ refusal: undefined });
    expect(miner.submit(share)[0]?.result).toBe(true);
  });

  test("a share for an older job is credited at that job's difficulty", () => {
    const miner = easyTalk();
    const old = miner.share();
    const [, , notify] = miner.say(4, "mining.suggest_difficulty", 1);
    expect(notify?.params?.[0]).toBe("101");
    expect(miner.submit(old)[0]?.result).toBe(true);
    expect(miner.effects.at(-1)).toMatchObject({ kind: "share", sent: { micros: EASY } });
  });

  test("a job becomes stale 15 s after a job more than four times as hard", () => {
    const miner = easyTalk();
    const [first, second] = ["01", "02"].map((end) => miner.share(`00${end}`.repeat(4)));
    miner.say(4, "mining.suggest_difficulty", 0.00001);
    miner.at({ nowMs: NOW_MS + 14_999 });
    expect(miner.submit(first ?? [])[0]?.result).toBe(true);
    miner.at({ nowMs: NOW_MS + 15_000 });
    expect(errorOf(miner.submit(second ?? []))).toBe("21 Job not found");
    expect(miner.effects.at(-2)).toMatchObject({
      kind: "rejected",
      reason: "stale",
    });
    // On average, every second hash meets the network target of this template.
    expect(miner.effects.at(-1)).toMatchObject({ kind: "block", sent: { micros: EASY } });
  });

  test("a job stays valid after a job three times as hard", () => {
    const miner = begunTalk({ micros: 3 });
    const notify = notifyIn(miner.begun);
    const extranonce1 = "00000001";
    const extranonce2 = "0000000000000001";
    const share = findShare({ notify, extranonce1, extranonce2, difficultyMicros: 3n });
    miner.say(4, "mining.suggest_difficulty", 0.00001);
    miner.at({ nowMs: NOW_MS + 60_000 });
    expect(miner.say(5, "mining.submit", "ann.rig", ...share)[0]?.result).toBe(true);
  });

  test("shares above 20 per second over 30 s are rejected without a disconnect", () => {
    const miner = easyTalk({ rate: { level: 599, atMs: NOW_MS } });
    expect(miner.submit(miner.share())[0]?.result).toBe(true);
    const further = miner.share("0000000000000002");
    for (let count = 0; count < 100; count += 1)
      expect(errorOf(miner.submit(further))).toBe("20 Too many shares");
    expect(miner.effects.slice(-2)).toMatchObject([
      { kind: "rejected", reason: "low" },
      { kind: "block" },
    ]);
    expect(miner.effects.filter(({ kind }) => kind === "close")).toEqual([]);
    miner.at({ nowMs: NOW_MS + 50 });
    expect(miner.submit(further)[0]?.result).toBe(true);
  });

  test("a share is rejected while its network is at its rate limit", () => {
    const miner = easyTalk();
    miner.at({ mayCount: false });
    const share = miner.share();
    expect(errorOf(miner.submit(share))).toBe("20 Too many shares");
    miner.at({ mayCount: true });
    expect(miner.submit(share)[0]?.result).toBe(true);
  });

  test("shares above the rate limit raise the difficulty", () => {
    const miner = easyTalk();
    miner.at({ mayCount: false });
    const shares = Array.from({ length: 8 }, (_, place) => miner.share(`000000000000000${place}`));
    const answers = shares.flatMap((share) => miner.submit(share));
    const harder = answers.find(({ method }) => method === "mining.set_difficulty");
    expect(harder?.params).toEqual([0.000004]);
    expect(methods(answers).at(-1)).toBe("mining.notify");
    expect(miner.effects.filter(({ kind }) => kind === "share")).toEqual([]);
  });

  test("a share above the rate limit prevents the difficulty from falling", () => {
    const miner = easyTalk();
    miner.say(3, "mining.suggest_difficulty", 0.001);
    miner.at({ mayCount: false });
    expect(errorOf(miner.submit(miner.share()))).toBe("20 Too many shares");
    miner.at({ nowMs: NOW_MS + 60_000 });
    expect(miner.tick()).toEqual([]);
    expect(miner.session().vardiff.micros).toBe(1_000);
    miner.at({ nowMs: NOW_MS + 120_000 });
    expect(methods(miner.tick())).toEqual(["mining.set_difficulty", "mining.notify"]);
    expect(miner.session().vardiff.micros).toBe(250);
  });
});

describe("jobs", () => {
  const next = { previousHash: "11".repeat(32) };

  test("jobs of a replaced tip become stale at once and stay stale if that tip returns", () => {
    const miner = easyTalk();
    const share = miner.share();
    expect(notifyIn(miner.offer(firstJob(next, 2)))[8]).toBe(true);
    expect(errorOf(miner.submit(share))).toBe("21 Job not found");
    miner.offer(firstJob({}, 3));
    expect(errorOf(miner.submit(share))).toBe("21 Job not found");
  });

  test("up to sixteen jobs per tip stay valid for five minutes", () => {
    const miner = easyTalk();
    const share = miner.share();
    const refreshed = miner.offer(firstJob({}, 2));
    expect(notifyIn(refreshed)[8]).toBe(false);
    expect(miner.submit(share)[0]?.result).toBe(true);
    for (let serial = 3; serial < 30; serial += 1) miner.offer(firstJob({}, serial));
    expect(miner.session().jobs).toHaveLength(16);
    miner.at({ nowMs: NOW_MS + 300_001 });
    miner.offer(firstJob({}, 30));
    expect(miner.session().jobs).toHaveLength(1);
  });

  test("a repeated job has a new id and new coinbase bytes", () => {
    const miner = begunTalk();
    const sent = [notifyIn(miner.begun)];
    for (const difficulty of [0.5, 0.6, 0.7])
      sent.push(notifyIn(miner.say(1, "mining.suggest_difficulty", difficulty)));
    expect(sent.map(([id]) => id)).toEqual(["100", "101", "102", "103"]);
    expect(new Set(sent.map(([, , head]) => head)).size).toBe(4);
  });

  test("a template is sent at most 256 times", () => {
    const miner = begunTalk();
    let notified = 1;
    for (let count = 0; count < 300; count += 1)
      notified += miner.say(1, "mining.suggest_difficulty", 1 + (count % 2)).length === 3 ? 1 : 0;
    expect(notified).toBe(256);
    expect(methods(miner.offer(firstJob({}, 2)))).toContain("mining.notify");
  });

  test("without a recent template, no job is sent and all shares are stale", () => {
    const miner = easyTalk();
    const share = miner.share();
    miner.at({ job: undefined });
    expect(errorOf(miner.submit(share))).toBe("21 Job not found");
    miner.at({ job: firstJob() });
    expect(miner.submit(share)[0]?.result).toBe(true);
    const late = talk();
    late.at({ job: undefined });
    late.say(1, "mining.subscribe");
    expect(methods(late.say(2, "mining.authorize", "ann"))).toEqual([
      "result",
      "mining.set_difficulty",
    ]);
    expect(methods(late.offer(firstJob()))).toEqual(["mining.notify"]);
  });
});

describe("invalid input", () => {
  test.each([
    "{",
    "[]",
    "7",
    "null",
    `"mining.submit"`,
    `{"id":1}`,
    `{"id":1,"method":7}`,
    `{"__proto__":{"method":"mining.ping"}}`,
    "\u0000",
    "[".repeat(2_000),
  ])("%j is not a request", (line) => {
    expect(errorOf(talk().line(line))).toBe("20 Invalid parameters");
  });

  test.each([
    `{"id":1,"method":"mining.submit"}`,
    `{"id":1,"method":"mining.submit","params":{"0":"ann.rig"}}`,
    `{"id":1,"method":"mining.submit","params":[{"toString":1}]}`,
    `{"id":1,"method":"mining.authorize","params":[{"toString":1},{"toString":1}]}`,
    `{"id":1,"method":"mining.subscribe","params":[{"toString":1,"valueOf":2}]}`,
    `{"id":1,"method":"mining.suggest_difficulty","params":[{"valueOf":1,"toString":1}]}`,
    `{"id":1,"method":"mining.configure","params":[["version-rolling","__proto__",7,null],null]}`,
    `{"id":1,"method":"mining.configure","params":[["version-rolling"],{"version-rolling.mask":"zz"}]}`,
    `{"id":1,"method":"mining.configure"}`,
    `{"id":{},"method":"mining.get_transactions","params":["\\ud800"]}`,
    `{"id":1,"method":"constructor"}`,
  ])("%s receives a response without an exception", (line) => {
    expect(begunTalk().line(line).length).toBeGreaterThanOrEqual(1);
  });

  test("a request with an unknown method receives an error", () => {
    expect(errorOf(talk().say(5, "mining.multi_version", 1))).toBe("20 Unknown method");
    expect(talk().line(`{"method":"mining.multi_version"}`)).toEqual([]);
  });

  test("a connection is closed after a hundred invalid lines in a row", () => {
    const miner = easyTalk();
    for (let count = 0; count < 99; count += 1) miner.line("{");
    miner.submit(miner.share());
    for (let count = 0; count < 99; count += 1) miner.line("{");
    expect(miner.effects.filter(({ kind }) => kind === "close")).toEqual([]);
    miner.line("{");
    expect(miner.effects.at(-1)).toEqual({ kind: "close", why: "too many invalid messages" });
  });
});

describe("connection timeouts", () => {
  test.each([
    [9_999, 0],
    [10_001, 1],
  ])("after %i ms without authorization, %i connections are closed", (ms, closed) => {
    const idle = talk();
    idle.at({ nowMs: NOW_MS + ms });
    idle.tick();
    expect(idle.effects.filter(({ kind }) => kind === "close")).toHaveLength(closed);
  });

  test("a connection without an accepted share for ten minutes is closed", () => {
    const miner = easyTalk();
    miner.at({ nowMs: NOW_MS + 599_000 });
    miner.tick();
    miner.submit(miner.share());
    miner.at({ nowMs: NOW_MS + 1_198_000 });
    miner.tick();
    expect(miner.effects.filter(({ kind }) => kind === "close")).toEqual([]);
    miner.at({ nowMs: NOW_MS + 1_199_001 });
    miner.tick();
    expect(miner.effects.at(-1)).toMatchObject({ kind: "close", why: "no accepted share" });
  });

  test("a minute without shares lowers the difficulty and sends a new job", () => {
    const miner = begunTalk();
    miner.at({ nowMs: NOW_MS + 60_000 });
    const [difficulty, notify] = miner.tick();
    expect(difficulty?.params).toEqual([0.00025]);
    expect(notify?.params?.[8]).toBe(false);
  });
});
