/**
 * Miners who take nothing below 5 sat/vB: a withdrawal at 2 sat/vB waits while blocks come and go.
 * Its owner raises the fee, the next block has it, and the tracker tells the story. On Bitcoin Core
 * alone: the embedded node has no such setting.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { runningNode } from "#bitcoin";
import { auditBooks } from "../support/audit.ts";
import { coreFolder } from "../support/bitcoind.ts";
import {
  followToCompleted,
  getCoins,
  outsideAddress,
  requestWithdrawal,
} from "../support/main-job.ts";
import { eventually, signIn, signUp } from "../support/person.ts";
import { diskFolder, removeFolder } from "../support/scratch-folder.ts";
import { startServerIn } from "../support/server.ts";

const AMOUNT_SATS = 1_000_000;
const BLOCKS_WITHOUT_IT = 8;

test.runIf(coreFolder)(
  "a withdrawal that no miner takes is raised, confirms, and its books agree",
  { timeout: 240_000 },
  async () => {
    const dataDir = diskFolder();
    const env = { PATH: [coreFolder, process.env["PATH"]].filter(Boolean).join(delimiter) };
    const first = await startServerIn(dataDir, { env });
    const { email, password } = await signUp(first.url, "Cora").then(async (person) => {
      await getCoins(person);
      return person;
    });
    await first.stop();
    appendFileSync(
      join(dataDir, "bitcoin", "core", "bitcoin.conf"),
      "\n[regtest]\nblockmintxfee=0.00005\n",
    );
    const server = await startServerIn(dataDir, { env });
    try {
      const person = await signIn(server.url, email, password);
      const { id } = await requestWithdrawal(person, AMOUNT_SATS, outsideAddress(), randomUUID());
      const track = (txId: string) => person.call("getTransaction", { params: { txId } });
      const stuck = await eventually(
        "it is sent",
        () => track(id),
        ({ state }) => state === "in_transit",
      );
      const height = async () => (await (await runningNode(dataDir))?.getBlockCount()) ?? 0;
      const sentAt = await height();
      await eventually("blocks come", height, (now) => now >= sentAt + BLOCKS_WITHOUT_IT);
      expect(await track(id)).toMatchObject({ state: "in_transit", confirmations: 0 });
      const withdrawalId = id;
      const { choices } = await person.call("getBumpOffer", { params: { withdrawalId } });
      const [choice] = choices.filter(({ feeRateSatsPerVb }) => feeRateSatsPerVb > 5);
      if (!choice) throw new Error("no rate above 5 sat/vB is offered");
      const { feeRateSatsPerVb, costSats } = choice;
      const body = { feeRateSatsPerVb, costSats };
      await person.call("bumpWithdrawal", { params: { withdrawalId }, body });
      const done = await followToCompleted(person, id);
      expect(done.txid).not.toBe(stuck.txid);
      expect(done.versions.map(({ txid }) => txid)).toEqual([stuck.txid, done.txid]);
      expect(await track(stuck.txid ?? "")).toMatchObject({
        state: "replaced",
        replacedBy: done.txid,
      });
      expect(await server.stop()).toBe(0);
      expect((await auditBooks({ dataDir }, () => Promise.resolve())).problems).toEqual([]);
    } finally {
      await server.close();
      removeFolder(dataDir);
    }
  },
);
