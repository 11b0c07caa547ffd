/** Tests that the checks of reserves pass on true outputs and fail on each forgery. */
import { base64, hex } from "@scure/base";
import { p2ms, p2wsh } from "@scure/btc-signer";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { describe, expect, test } from "vitest";
import { reservesMessage } from "#signatures";
import { messageKey } from "../../../test/support/chain/message-signer.ts";
import { checkOnNode, checkReserves } from "./check-reserves.ts";
import type { NodeOutputs, Output, PublishedReserves, Reserves } from "./published-reserves.ts";

const NOW = new Date("2026-11-29T12:00:00Z");
const ORIGIN = "https://practice.example";
const HOUR_MS = 3_600_000;
const ROOT = "cd".repeat(32);
const HASH = "ab".repeat(32);
const visit = { origin: ORIGIN, network: "regtest", now: NOW };

const keys = [1, 2].map((byte) => messageKey(new Uint8Array(32).fill(byte), "p2wpkh"));
const facts = { site: ORIGIN, network: "regtest", height: 120, blockHash: HASH, root: ROOT };
const message = reservesMessage(facts);

const proof = {
  id: "prf_1",
  height: 120,
  blockHash: HASH,
  takenAt: new Date(NOW.getTime() - HOUR_MS / 2),
  leaves: 4,
  root: ROOT,
  sumSats: 90n,
  ledgerSats: 90n,
};
const hot = (place: number, sats: bigint, text = message): Output => {
  const key = keys[place] ?? messageKey(new Uint8Array(32).fill(3), "p2wpkh");
  return {
    kind: "hot",
    txid: `0${place}`.repeat(32),
    vout: place,
    sats,
    address: key.address,
    scriptHex: key.scriptHex,
    witnessScriptHex: null,
    signature: key.sign(text),
    signedProofId: "prf_1",
    state: "signed",
  };
};
const multisig = p2wsh(
  p2ms(
    2,
    [4, 5, 6].map((byte) => secp256k1.getPublicKey(new Uint8Array(32).fill(byte), true)),
  ),
);
const cold: Output = {
  ...hot(2, 20n),
  kind: "cold",
  scriptHex: hex.encode(multisig.script),
  witnessScriptHex: hex.encode(multisig.witnessScript ?? new Uint8Array()),
  signature: null,
  signedProofId: null,
  state: "not_signed_here",
};
const reserves: Reserves = {
  proof,
  site: ORIGIN,
  network: "regtest",
  message,
  sums: {
    hotSats: 80n,
    coldSats: 20n,
    inFlightSats: 7n,
    outOfChainSats: 2n,
    uncreditedSats: 5n,
    bookedSats: 100n,
  },
  outputs: 3,
  hotScripts: 2,
  signedAt: NOW,
};
const published: PublishedReserves = {
  reserves,
  outputs: [hot(0, 50n), hot(1, 30n), cold],
  lines: [
    { term: "inFlight", kind: "payment", txid: HASH, vout: null, sats: 4n },
    { term: "inFlight", kind: "consolidation", txid: ROOT, vout: null, sats: 3n },
    { term: "outOfChain", kind: "payment", txid: HASH, vout: null, sats: 2n },
    { term: "uncredited", kind: "deposit", txid: HASH, vout: 1, sats: 5n },
  ],
  signedProofs: new Map(),
};

const states = (change: Partial<PublishedReserves>, at: Partial<typeof visit> = {}) =>
  checkReserves({ ...published, ...change }, proof, { ...visit, ...at }).map(
    ({ name, state }) => `${name}: ${state}`,
  );
const withFacts = (change: Partial<Reserves>) => ({ reserves: { ...reserves, ...change } });
const withSums = (change: Partial<Reserves["sums"]>) =>
  withFacts({ sums: { ...reserves.sums, ...change } });
const GOOD = ["reserves: ok", "signed outputs: ok", "cold outputs: not checked"];

test("true outputs pass, and unsigned cold outputs are not checked", () => {
  expect(states({})).toEqual(GOOD);
  expect(checkReserves(published, proof, visit)[2]?.text).toMatch(/^20 of 20 sat are not signed/);
  expect(checkReserves(published, undefined, visit).map(({ state }) => state)).toEqual([
    "not checked",
  ]);
  expect(checkReserves(undefined, proof, visit).map(({ state }) => state)).toEqual(["not checked"]);
  const late = { ...visit, now: new Date(NOW.getTime() + HOUR_MS) };
  expect(checkReserves(undefined, proof, late).map(({ state }) => state)).toEqual(["failed"]);
});

test("two outputs of one script share a signature", () => {
  const again = { ...hot(0, 30n), txid: "77".repeat(32) };
  expect(states({ outputs: [hot(0, 50n), again, cold] })).toEqual(GOOD);
});

const other = (change: Partial<typeof facts>) => reservesMessage({ ...facts, ...change });

test.each<[string, Partial<PublishedReserves>]>([
  ["of another root", { outputs: [hot(0, 50n, other({ root: HASH })), hot(1, 30n), cold] }],
  [
    "of another site",
    { outputs: [hot(0, 50n, other({ site: "https://b.example" })), hot(1, 30n), cold] },
  ],
  ["of another block", { outputs: [hot(0, 50n, other({ height: 121 })), hot(1, 30n), cold] }],
  [
    "of another network",
    { outputs: [hot(0, 50n, other({ network: "signet" })), hot(1, 30n), cold] },
  ],
  [
    "of swapped scripts",
    {
      outputs: [
        { ...hot(0, 50n), signature: hot(1, 1n).signature },
        { ...hot(1, 30n), signature: hot(0, 1n).signature },
        cold,
      ],
    },
  ],
  ["that is missing", { outputs: [{ ...hot(0, 50n), signature: null }, hot(1, 30n), cold] }],
])("a signature %s fails", (_, change) => {
  expect(states(change)[1]).toBe("signed outputs: failed");
});

test.each<[string, Partial<PublishedReserves>]>([
  ["an output that is listed twice", { outputs: [hot(0, 40n), hot(0, 40n), cold] }],
  ["a missing output", { outputs: [hot(0, 80n), cold] }],
  ["an invented output", { outputs: [...published.outputs, { ...hot(0, 1n), vout: 9 }] }],
  ["a raised output", { outputs: [hot(0, 51n), hot(1, 30n), cold] }],
  ["a hot output called cold", { outputs: [hot(0, 50n), { ...hot(1, 30n), kind: "cold" }, cold] }],
  ["a missing line", { lines: published.lines.slice(1) }],
  ["sums that do not add up", withSums({ bookedSats: 101n })],
  ["another site", withFacts({ site: "https://b.example" })],
  ["another network", withFacts({ network: "signet" })],
  ["a malformed site", withFacts({ site: `${ORIGIN}/` })],
  ["another message", withFacts({ message: `${message}.` })],
  ["outputs of another proof", withFacts({ proof: { ...proof, id: "prf_0" } })],
  ["another root", withFacts({ proof: { ...proof, root: HASH } })],
  ["another block", withFacts({ proof: { ...proof, blockHash: ROOT } })],
  ["a later proof", withFacts({ proof: { ...proof, takenAt: new Date(NOW.getTime() + 1) } })],
  [
    "a negative line that hides missing coins",
    {
      ...withSums({ uncreditedSats: -20n, coldSats: -5n }),
      outputs: [hot(0, 50n), hot(1, 30n), { ...cold, sats: -5n }],
      lines: published.lines.map((line) =>
        line.term === "uncredited" ? { ...line, sats: -20n } : line,
      ),
    },
  ],
])("%s fails", (_, change) => {
  expect(states(change)).toEqual(["reserves: failed"]);
});

test("more owed than held fails", () => {
  const rich = { ...proof, sumSats: 101n };
  const owing = { ...published, reserves: { ...reserves, proof: rich } };
  const checks = checkReserves(owing, rich, visit);
  expect(checks).toMatchObject([
    { state: "failed", text: "101 sat are owed, and 100 sat are held" },
  ]);
});

test("transactions in flight, which nothing proves, do not count as coins", () => {
  const owing = (sumSats: bigint) => {
    const more = { ...proof, sumSats };
    const change = { ...published, reserves: { ...reserves, proof: more } };
    return checkReserves(change, more, visit)[0];
  };
  expect(owing(93n)).toMatchObject({ state: "ok" });
  expect(owing(94n)).toMatchObject({
    state: "not checked",
    text: "the outputs cover what is owed only together with 7 sat in flight",
  });
});

test("a signer that is away leaves outputs unchecked, and fails after an hour", () => {
  const change = {
    ...withFacts({ signedAt: null }),
    outputs: [{ ...hot(0, 50n), signature: null }, hot(1, 30n), cold],
  };
  expect(states(change)[1]).toBe("signed outputs: not checked");
  expect(states(change, { now: new Date(NOW.getTime() + HOUR_MS) })[1]).toBe(
    "signed outputs: failed",
  );
});

test("all loopback addresses are the same site", () => {
  expect(states(withFacts({ site: "http://127.0.0.1:3000" }))).toEqual(["reserves: not checked"]);
  const local = reservesMessage({ ...facts, site: "http://localhost:3000" });
  const change = {
    ...withFacts({ site: "http://localhost:3000", message: local }),
    outputs: [hot(0, 50n, local), hot(1, 30n, local), cold],
  };
  expect(states(change, { origin: "http://127.0.0.1:3001" })).toEqual(GOOD);
});

describe("cold outputs", () => {
  const signer = messageKey(new Uint8Array(32).fill(8), "p2wpkh");
  const old = {
    ...reserves,
    proof: {
      ...proof,
      id: "prf_0",
      height: 7,
      takenAt: new Date(NOW.getTime() - 20 * 24 * HOUR_MS),
    },
  };
  const signed = (text: string): Output => ({
    ...cold,
    scriptHex: signer.scriptHex,
    signature: signer.sign(text),
    signedProofId: "prf_0",
    state: "signed_by_key_holders",
  });
  const coldState = (output: Output, change: Partial<Reserves["proof"]> = {}) =>
    states({
      outputs: [hot(0, 50n), hot(1, 30n), output],
      signedProofs: new Map([["prf_0", { ...old, proof: { ...old.proof, ...change } }]]),
    })[2];

  test("a signature of the message of an earlier proof passes", () => {
    expect(coldState(signed(other({ height: 7 })))).toBe("cold outputs: ok");
  });
  test("a signature of another message fails", () => {
    expect(coldState(signed(other({ height: 8 })))).toBe("cold outputs: failed");
    expect(
      coldState({ ...signed(other({ height: 7 })), signature: base64.encode(new Uint8Array(9)) }),
    ).toBe("cold outputs: failed");
  });
  test("a signature for an earlier address of the installation does not count", () => {
    const signedProofs = new Map([["prf_0", { ...old, site: "https://b.example" }]]);
    const outputs = [hot(0, 50n), hot(1, 30n), signed(other({ height: 7 }))];
    expect(states({ outputs, signedProofs })[2]).toBe("cold outputs: not checked");
  });
  test("an old signature is not enough", () => {
    const takenAt = new Date(NOW.getTime() - 36 * 24 * HOUR_MS);
    expect(coldState(signed(other({ height: 7 })), { takenAt })).toBe("cold outputs: not checked");
  });
});

describe("outputs on the outsider's node", () => {
  const entries = published.outputs.map(({ txid, vout, sats, scriptHex }) => [
    `${txid}:${vout}`,
    { sats, scriptHex, height: 119 },
  ]) as [string, { sats: bigint; scriptHex: string; height: number }][];
  const node: NodeOutputs = {
    hashAtHeight: HASH,
    outputs: new Map(entries),
    areSpentKnown: true,
  };
  const [first] = entries;
  if (!first) throw new Error("no output");
  const changed = (change: object) =>
    new Map([[first[0], { ...first[1], ...change }], ...entries.slice(1)]);

  test.each<[string, Partial<NodeOutputs>, string]>([
    ["the same outputs", {}, "ok"],
    ["an output that never existed", { outputs: new Map(entries.slice(1)) }, "failed"],
    ["another amount", { outputs: changed({ sats: 49n }) }, "failed"],
    ["another script", { outputs: changed({ scriptHex: "51" }) }, "failed"],
    ["an output after the proof", { outputs: changed({ height: 121 }) }, "failed"],
    ["another block", { hashAtHeight: ROOT }, "failed"],
    ["a node that is behind", { hashAtHeight: null }, "not checked"],
    [
      "an output spent in one of too many blocks",
      { outputs: new Map(entries.slice(1)), areSpentKnown: false },
      "not checked",
    ],
  ])("%s", (_, change, state) => {
    expect(checkOnNode(published, { ...node, ...change }).map((one) => one.state)).toEqual([state]);
  });

  test("without a node, nothing is said", () => {
    expect(checkOnNode(published, undefined)).toEqual([]);
    expect(checkOnNode(undefined, node)).toEqual([]);
  });
});
