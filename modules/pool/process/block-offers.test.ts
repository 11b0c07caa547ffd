/** Tests which shares are submitted to the node. A database outage must not delay submission. */
import { expect, test } from "vitest";
import { silentLog } from "#platform";
import type { BlockTracker } from "../blocks/block-tracker.ts";
import { begunTalk, USER_ID } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";
import { blockOffers } from "./block-offers.ts";

type Network = "regtest" | "testnet4";

const [sent] = begunTalk().session().jobs;

/** Returns a share that is also a block. */
function solvedShare(byte: number) {
  if (!sent) throw new Error("no job");
  const hash = Buffer.alloc(32, byte);
  const solved = { hash, header: hash, coinbase: hash, shareMicros: 1_000n, isBlock: true };
  return {
    kind: "share",
    miner: { user: "ann", worker: "rig", userId: USER_ID },
    sent,
    solved,
  } as const;
}

function begin(
  network: Network,
  readBlockMicros: () => Promise<bigint>,
  isTaken: (hash: string) => boolean = () => true,
) {
  const submitted: string[] = [];
  const offers = blockOffers({
    settings: { network, blockSeconds: 60 },
    clock: { now: () => new Date(NOW_MS) },
    log: silentLog,
    parent: { isSomethingWaiting: async () => false },
    tracker: {
      async submit({ hash }) {
        submitted.push(hash.slice(0, 2));
        return isTaken(hash.slice(0, 2));
      },
      follow: async () => void (await readBlockMicros()),
    } satisfies BlockTracker,
    tipSeenAt: () => new Date(NOW_MS - 3_600_000),
    readBlockMicros,
    onBlock: () => undefined,
  });
  return { offers, submitted };
}

test("on a public chain a block is submitted while the database is down", async () => {
  const away = Promise.withResolvers<bigint>();
  const { offers, submitted } = begin("testnet4", () => away.promise);
  offers.check();
  offers.consider(solvedShare(1));
  await expect.poll(() => submitted).toEqual(["01"]);
  away.reject(new Error("the database is away"));
  await offers.settled();
  // Only one block is submitted per tip.
  offers.consider(solvedShare(2));
  await offers.settled();
  expect(submitted).toEqual(["01"]);
});

test("on regtest a share becomes a block only at the posted difficulty", async () => {
  const unread = begin("regtest", () => Promise.reject(new Error("the database is away")));
  const harder = begin("regtest", async () => 1_001n);
  const same = begin("regtest", async () => 1_000n);
  for (const { offers } of [unread, harder, same]) {
    offers.check();
    await offers.settled();
    offers.consider(solvedShare(1));
    await offers.settled();
  }
  expect([unread, harder, same].map(({ submitted }) => submitted)).toEqual([[], [], ["01"]]);
});

test("after a refused block, another block may be submitted for the same tip", async () => {
  const read = async () => 1n;
  const { offers, submitted } = begin("testnet4", read, (hash) => hash === "02");
  for (const byte of [1, 2, 3]) {
    offers.consider(solvedShare(byte));
    await offers.settled();
  }
  expect(submitted).toEqual(["01", "02"]);
  const refusing = begin("testnet4", read, () => false);
  for (let byte = 1; byte < 10; byte += 1) {
    refusing.offers.consider(solvedShare(byte));
    await refusing.offers.settled();
  }
  expect(refusing.submitted).toHaveLength(5);
});
