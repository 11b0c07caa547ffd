import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { memoryFolder, removeFolder } from "../../../test/support/servers/scratch-folder.ts";
import { firstJob, begunTalk, USER_ID } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";
import { isClockRight } from "../work/heartbeat.ts";
import { openShareJournal } from "../work/share-journal.ts";
import { askParent } from "./ask-parent.ts";
import type { FromPool } from "./process-messages.ts";
import { createShareStore } from "./share-store.ts";

const MB = 1_024 * 1_024;
let folder: string;

beforeEach(() => {
  folder = memoryFolder();
});
afterEach(() => removeFolder(folder));

/** Opens a store in a folder. Removing the folder simulates an unwritable disk. */
function openStore() {
  const outside = { otherBytes: 0, nowMs: NOW_MS };
  const logged: string[] = [];
  const journal = openShareJournal(join(folder, "shares"), () => outside.nowMs);
  const shares = createShareStore({
    journal: { ...journal, bytes: () => journal.bytes() + outside.otherBytes },
    poster: { noteReject: () => undefined },
    clock: { now: () => new Date(outside.nowMs) },
    log: {
      error: (_: unknown, text?: string) => void logged.push(text ?? ""),
      info: (text: unknown) => void logged.push(String(text)),
    },
    onFull: () => undefined,
  });
  return { outside, journal, shares, told: logged };
}

function someShare(byte: number) {
  const sent = begunTalk({ job: firstJob() }).session().jobs[0];
  if (!sent) throw new Error("no job");
  const hash = Buffer.alloc(32, byte);
  const solved = { hash, header: hash, coinbase: hash, shareMicros: 1n, isBlock: false };
  const miner = { user: "ann", worker: "rig", userId: USER_ID };
  return { kind: "share", miner, sent, solved } as const;
}

test("shares are rejected while the journal is full", () => {
  const { outside, shares } = openStore();
  expect(shares.refusal()).toBeUndefined();
  outside.otherBytes = 64 * MB + 1;
  expect(shares.refusal()).toMatchObject({ code: 20, text: "Pool is not recording" });
});

test("shares are rejected while the disk is not writable", () => {
  const { outside, journal, shares, told: logged } = openStore();
  rmSync(join(folder, "shares"), { recursive: true });
  shares.add(someShare(1));
  expect(() => shares.keep()).toThrow("ENOENT");
  // A turn without shares writes nothing, so it does not detect whether the disk is writable.
  shares.keep();
  expect(shares.refusal()).toMatchObject({ code: 20, text: "Pool is not recording" });
  outside.nowMs += 5_000;
  expect(() => shares.keep()).toThrow("ENOENT");
  mkdirSync(join(folder, "shares"));
  shares.keep();
  expect(shares.refusal()).toMatchObject({ code: 20 });
  outside.nowMs += 5_000;
  shares.keep();
  expect(shares.refusal()).toBeUndefined();
  expect(logged).toEqual([
    "the disk cannot be written, so the pool accepts no shares",
    "the disk accepts shares again",
  ]);
  expect(readdirSync(join(folder, "shares"))).toEqual([]);
  shares.add(someShare(2));
  shares.keep();
  outside.nowMs += 1_000;
  expect(journal.closedBatches().map((id) => journal.readBatch(id).length)).toEqual([1]);
});

test("a duplicate is detected until the tip changes", () => {
  const { journal, shares } = openStore();
  shares.add(someShare(7));
  const key = Buffer.alloc(32, 7).toString("latin1");
  expect(shares.isSeen(key)).toBe(true);
  expect(shares.lastShareAt()).toEqual(new Date(NOW_MS));
  shares.keep();
  expect(journal.bytes()).toBeGreaterThan(0);
  shares.forgetSeen();
  expect(shares.isSeen(key)).toBe(false);
});

test.each([
  [0, 0, true],
  [1_999, 0, true],
  [2_000, 0, false],
  [-2_000, 0, false],
  // The response may be up to three seconds old.
  [3_400, 3_000, true],
  [3_600, 3_000, false],
])("a clock %i ms ahead agrees after a round trip of %i ms: %s", (ahead, tookMs, isRight) => {
  const sent = new Date(NOW_MS);
  const answeredAt = new Date(NOW_MS + tookMs);
  const theirs = new Date(NOW_MS + tookMs / 2 - ahead);
  expect(isClockRight({ sent, received: answeredAt, theirs })).toBe(isRight);
});

test("each name is requested from the server only once", async () => {
  const requests: FromPool[] = [];
  let nowMs = 0;
  const parent = askParent(
    (question) => void requests.push(question),
    () => nowMs,
  );
  const answerAll = (userId: string | null) => {
    for (const question of requests.splice(0))
      if (question.kind === "owner")
        parent.receive({ kind: "owner", requestId: question.requestId, userId });
  };
  const unanswered = [parent.ownerOf("ann"), parent.ownerOf("ann")];
  const [question, ...others] = requests.splice(0);
  if (question?.kind === "owner")
    parent.receive({ kind: "unanswered", requestId: question.requestId });
  expect(others).toEqual([]);
  for (const one of unanswered) await expect(one).rejects.toThrow("could not look up the name");
  const owners = [parent.ownerOf("ann"), parent.ownerOf("ann")];
  expect(requests).toHaveLength(1);
  answerAll(USER_ID);
  expect(await Promise.all([...owners, parent.ownerOf("ann")])).toEqual([
    USER_ID,
    USER_ID,
    USER_ID,
  ]);
  expect(requests).toEqual([]);
  const nobody = parent.ownerOf("bob");
  answerAll(null);
  expect([await nobody, await parent.ownerOf("bob")]).toEqual([undefined, undefined]);
  nowMs += 5_001;
  const open = Array.from({ length: 201 }, (_, index) => parent.ownerOf(`x${index}`));
  await expect(open.at(-1)).rejects.toThrow("too many requests");
  const again = parent.ownerOf("bob").catch(() => "asked");
  expect(await again).toBe("asked");
  answerAll(USER_ID);
  expect(new Set(await Promise.all(open.slice(0, -1)))).toEqual(new Set([USER_ID]));
});
