import { expect, test } from "vitest";
import { firstJob, begunTalk, USER_ID } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";
import { isClockRight } from "../work/heartbeat.ts";
import { askParent } from "./ask-parent.ts";
import type { FromPool } from "./process-messages.ts";
import { shareKeeper } from "./share-keeper.ts";

const MB = 1_024 * 1_024;

function keeper() {
  const outside = { bytes: 0, isDiskBad: false, added: 0 };
  const shares = shareKeeper({
    journal: {
      add: () => void (outside.added += 1),
      flush() {
        if (outside.isDiskBad) throw new Error("no space is left");
      },
      bytes: () => outside.bytes,
      closedBatches: () => [],
      readBatch: () => [],
      removeBatch: () => undefined,
    },
    poster: { noteReject: () => undefined },
    clock: { now: () => new Date(NOW_MS) },
    onFull: () => undefined,
  });
  return { outside, shares };
}

test("a journal that is full, or a disk that takes nothing, is no promise", () => {
  const { outside, shares } = keeper();
  expect(shares.refusal()).toBeUndefined();
  outside.bytes = 64 * MB + 1;
  expect(shares.refusal()).toMatchObject({ code: 20, text: "Pool is not recording" });
  outside.bytes = 0;
  outside.isDiskBad = true;
  expect(() => shares.keep()).toThrow("no space is left");
  expect(shares.refusal()).toMatchObject({ code: 20 });
  outside.isDiskBad = false;
  shares.keep();
  expect(shares.refusal()).toBeUndefined();
});

test("a share is known again until the tip is another one", () => {
  const { outside, shares } = keeper();
  const sent = begunTalk({ job: firstJob() }).session().jobs[0];
  if (!sent) throw new Error("no job");
  const hash = Buffer.alloc(32, 7);
  const solved = { hash, header: hash, coinbase: hash, shareMicros: 1n, isBlock: false };
  const miner = { user: "ann", worker: "rig", userId: USER_ID };
  shares.add({ kind: "share", miner, sent, solved });
  expect([outside.added, shares.isSeen(hash.toString("latin1"))]).toEqual([1, true]);
  expect(shares.lastShareAt()).toEqual(new Date(NOW_MS));
  shares.forgetSeen();
  expect(shares.isSeen(hash.toString("latin1"))).toBe(false);
});

test.each([
  [0, 0, true],
  [1_999, 0, true],
  [2_000, 0, false],
  [-2_000, 0, false],
  // The answer may have been written at any moment of three seconds.
  [3_400, 3_000, true],
  [3_600, 3_000, false],
])("a clock %i ms ahead by an answer that took %i ms is right: %s", (ahead, tookMs, isRight) => {
  const sent = new Date(NOW_MS);
  const heard = new Date(NOW_MS + tookMs);
  const theirs = new Date(NOW_MS + tookMs / 2 - ahead);
  expect(isClockRight({ sent, heard, theirs })).toBe(isRight);
});

test("the server is asked once for a name, and 200 questions may be open", async () => {
  const asked: FromPool[] = [];
  let nowMs = 0;
  const parent = askParent(
    (question) => void asked.push(question),
    () => nowMs,
  );
  const answerAll = (userId: string | null) => {
    for (const question of asked.splice(0))
      if (question.kind === "owner")
        parent.hear({ kind: "owner", requestId: question.requestId, userId });
  };
  const found = parent.ownerOf("ann");
  answerAll(USER_ID);
  expect([await found, await parent.ownerOf("ann"), asked]).toEqual([USER_ID, USER_ID, []]);
  const nobody = parent.ownerOf("bob");
  answerAll(null);
  expect([await nobody, await parent.ownerOf("bob")]).toEqual([undefined, undefined]);
  nowMs += 5_001;
  const open = Array.from({ length: 201 }, (_, index) => parent.ownerOf(`x${index}`));
  await expect(open.at(-1)).rejects.toThrow("too many questions");
  const again = parent.ownerOf("bob").catch(() => "asked");
  expect(await again).toBe("asked");
  answerAll(USER_ID);
  expect(new Set(await Promise.all(open.slice(0, -1)))).toEqual(new Set([USER_ID]));
});
