/**
 * Tests whole sessions of mining programs. The sessions are derived from the programs' published
 * source code (the files and commits named below) and are not recordings. The following parts are
 * not in the source code and were added by us: versions in names, cgminer's submit, the order of
 * NerdMiner's lines, and the lines of the NiceHash order.
 */
import { expect, test } from "vitest";
import { findShare } from "../../../test/support/chain/stratum-miner.ts";
import { talk, type Message } from "../testing/talk.ts";

const EASY = { micros: 1 };
const MASK = "1fffe000";

const paramsOf = (messages: readonly Message[], method: string) =>
  messages.find((message) => message.method === method)?.params ?? [];
const answerTo = (messages: readonly Message[], id: unknown) =>
  messages.find((message) => message.method === undefined && message.id === id);

/** Returns the values that a mining program reads from the response to `mining.subscribe`. */
function subscribed(messages: readonly Message[], id: number) {
  const answer = answerTo(messages, id)?.result;
  const [subscriptions, extranonce1, size] = answer as [string[][], string, number];
  return { sessionId: subscriptions[1]?.[1], extranonce1, size };
}

function shareFor(
  notify: readonly unknown[],
  settings: { readonly extranonce1: string; readonly versionBits?: string },
) {
  const extranonce2 = "0000000000000001";
  const rolled = settings.versionBits === undefined ? {} : { mask: MASK };
  return findShare(
    { notify, extranonce2, difficultyMicros: 1n, ...rolled, ...settings },
    0x1000_0000,
  );
}

test("cpuminer 2.5: pooler/cpuminer util.c 02262ded, cpu-miner.c d0caee6e", () => {
  const miner = talk(EASY);
  const first = miner.line(`{"id": 1, "method": "mining.subscribe", "params": ["cpuminer/2.5.1"]}`);
  const { sessionId, extranonce1, size } = subscribed(first, 1);
  // cpuminer gives up unless the size is between 1 and 100. It sends the session id again when it
  // reconnects.
  expect([sessionId, extranonce1, size]).toEqual(["00000001", "00000001", 8]);
  const begun = miner.line(`{"id": 2, "method": "mining.authorize", "params": ["ann.cpu", "x"]}`);
  // cpuminer treats the first line without a method as the response.
  expect(begun[0]).toEqual({ id: 2, result: true, error: null });
  const notify = paramsOf(begun, "mining.notify");
  // cpuminer drops jobs with other lengths and reports "invalid parameters".
  expect([1, 5, 6, 7].map((at) => String(notify[at]).length)).toEqual([64, 8, 8, 8]);
  const [job, extranonce2, ntime, nonce] = shareFor(notify, { extranonce1 });
  const submit = `{"method": "mining.submit", "params": ["ann.cpu", "${job}", "${extranonce2}", "${ntime}", "${nonce}"], "id":4}`;
  expect(miner.line(submit)).toEqual([{ id: 4, result: true, error: null }]);
  const again = talk(EASY);
  const resumed = again.line(
    `{"id": 1, "method": "mining.subscribe", "params": ["cpuminer/2.5.1", "${sessionId}"]}`,
  );
  expect(subscribed(resumed, 1).size).toBe(8);
  const retried = again.line(`{"id": 1, "method": "mining.subscribe", "params": []}`);
  expect(subscribed(retried, 1).size).toBe(8);
});

test("cgminer with version rolling: braiins/cgminer util.c 126d17f8", () => {
  const miner = talk(EASY);
  // cgminer requires the first line to be the response to its first request.
  const configured = miner.line(
    `{"id": 0, "method": "mining.configure", "params": [["version-rolling", "sp-telemetry"], {"version-rolling.bit-count": 2, "version-rolling.mask": "ffffffff", "sp-telemetry.version": 1}]}`,
  );
  expect(configured).toEqual([
    {
      id: 0,
      result: { "version-rolling": true, "version-rolling.mask": MASK, "sp-telemetry": false },
      error: null,
    },
  ]);
  const first = miner.line(`{"id": 1, "method": "mining.subscribe", "params": ["cgminer/4.10.0"]}`);
  const { extranonce1, size } = subscribed(first, 1);
  expect(extranonce1).toMatch(/^([0-9a-f]{2})+$/);
  expect(size).toBeGreaterThanOrEqual(2);
  expect(size).toBeLessThanOrEqual(16);
  const extra = miner.line(`{"id": 2, "method": "mining.extranonce.subscribe", "params": []}`);
  expect(extra).toEqual([{ id: 2, result: true, error: null }]);
  const begun = miner.line(`{"id": 3, "method": "mining.authorize", "params": ["ann.s9", "x"]}`);
  expect(begun[0]).toEqual({ id: 3, result: true, error: null });
  const versionBits = "00c00000";
  const share = shareFor(paramsOf(begun, "mining.notify"), { extranonce1, versionBits });
  const params = ["ann.s9", ...share].map((one) => `"${one}"`).join(", ");
  const submitted = miner.line(`{"params": [${params}], "id": 4, "method": "mining.submit"}`);
  expect(answerTo(submitted, 4)).toEqual({ id: 4, result: true, error: null });
  const suggested = miner.line(
    `{"id": 5, "method": "mining.suggest_difficulty", "params": [1024]}`,
  );
  expect(paramsOf(suggested, "mining.set_difficulty")).toEqual([1024]);
  expect(paramsOf(suggested, "mining.notify")[8]).toBe(false);
});

test("ESP-Miner (Bitaxe): ESP-Miner stratum_api.c 04a31868, stratum_task.c 04fd4aad", () => {
  const miner = talk(EASY);
  const configured = miner.line(
    `{"jsonrpc": "2.0", "id": 1, "method": "mining.configure", "params": [["version-rolling"], {"version-rolling.mask": "ffffffff"}]}`,
  );
  expect(answerTo(configured, 1)?.result).toMatchObject({ "version-rolling.mask": MASK });
  const first = miner.line(
    `{"jsonrpc": "2.0", "id": 2, "method": "mining.subscribe", "params": ["bitaxe/BM1370/v2.10.0"]}`,
  );
  const { extranonce1 } = subscribed(first, 2);
  const begun = miner.line(
    `{"jsonrpc": "2.0", "id": 3, "method": "mining.authorize", "params": ["ann.bitaxe", "x"]}`,
  );
  expect(begun[0]).toEqual({ id: 3, result: true, error: null });
  const notify = paramsOf(begun, "mining.notify");
  // ESP-Miner expects clean_jobs as the last parameter and aborts if there are too many branches.
  expect(notify.at(-1)).toBe(true);
  const versionBits = "00006000";
  const share = shareFor(notify, { extranonce1, versionBits });
  const suggested = miner.line(
    `{"jsonrpc": "2.0", "id": 4, "method": "mining.suggest_difficulty", "params": [1000]}`,
  );
  // ESP-Miner stores difficulties as integers, so it would truncate a value below one to zero.
  expect(paramsOf(suggested, "mining.set_difficulty")).toEqual([1000]);
  const xnsub = miner.line(
    `{"jsonrpc": "2.0", "id": 5, "method": "mining.extranonce.subscribe", "params": []}`,
  );
  expect(xnsub).toEqual([{ id: 5, result: true, error: null }]);
  // A share found before the change is still credited at the old difficulty.
  const params = ["ann.bitaxe", ...share].map((one) => `"${one}"`).join(", ");
  const line = `{"jsonrpc": "2.0", "id": 6, "method": "mining.submit", "params": [${params}]}`;
  expect(answerTo(miner.line(line), 6)?.result).toBe(true);
  // ESP-Miner displays the second element as the reason.
  expect(answerTo(miner.line(line), 6)?.error?.[1]).toBe("Duplicate share");
});

test("NerdMiner: BitMaker-hub/NerdMiner_v2 stratum.cpp 07f9dc72", () => {
  const miner = talk(EASY);
  const first = miner.line(`{"id": 1, "method": "mining.subscribe", "params": ["NerdMinerV2"]}`);
  // NerdMiner treats the first line as the response and takes the name from the first subscription.
  expect(first).toHaveLength(1);
  const { extranonce1 } = subscribed(first, 1);
  const begun = miner.line(`{"params": ["ann.nerd", "x"], "id": 2, "method": "mining.authorize"}`);
  const notify = paramsOf(begun, "mining.notify");
  const suggested = miner.line(
    `{"id": 3, "method": "mining.suggest_difficulty", "params": [0.00015]}`,
  );
  expect(paramsOf(suggested, "mining.set_difficulty")).toEqual([0.00015]);
  // NerdMiner treats every line as a failure unless its "error" is null or empty.
  expect(suggested.every(({ error }) => !error)).toBe(true);
  const [job, extranonce2, ntime, nonce] = shareFor(notify, { extranonce1 });
  const submit = (text: string) =>
    `{"id": 4, "method": "mining.submit", "params": ["ann.nerd","${job}","${extranonce2}","${ntime}","${text}"]}`;
  expect(answerTo(miner.line(submit(String(nonce))), 4)?.result).toBe(true);
  // NerdMiner omits leading zeros of nonces. However, its nonces start far above the values with
  // leading zeros.
  expect(answerTo(miner.line(submit("fffffff")), 4)?.error?.[1]).toBe("Invalid parameters");
});

test("a NiceHash order: its public notes on xnsub and the size of the extranonce", () => {
  const miner = talk(EASY);
  const first = miner.line(
    `{"id": 1, "method": "mining.subscribe", "params": ["NiceHash/1.0.0", null]}`,
  );
  // NiceHash's proxy uses one or two bytes of extranonce2, and its miners need four more bytes.
  const { extranonce1, size } = subscribed(first, 1);
  expect(size).toBeGreaterThanOrEqual(6);
  miner.line(`{"id": 2, "method": "mining.extranonce.subscribe", "params": []}`);
  const begun = miner.line(`{"id": 3, "method": "mining.authorize", "params": ["ann.order", "x"]}`);
  const share = shareFor(paramsOf(begun, "mining.notify"), { extranonce1 });
  const params = JSON.stringify(["ann.order", ...share]);
  const submitted = miner.line(`{"id": 4, "method": "mining.submit", "params": ${params}}`);
  expect(answerTo(submitted, 4)).toEqual({ id: 4, result: true, error: null });
  // A NiceHash order requests a fixed difficulty in its password.
  const fixed = talk();
  fixed.line(`{"id": 1, "method": "mining.subscribe", "params": ["NiceHash/1.0.0"]}`);
  const sold = fixed.line(
    `{"id": 2, "method": "mining.authorize", "params": ["ann.order", "x,d=500000"]}`,
  );
  expect(paramsOf(sold, "mining.set_difficulty")).toEqual([500_000]);
});
