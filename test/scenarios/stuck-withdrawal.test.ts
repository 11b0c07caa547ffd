/**
 * Tests a withdrawal that stays unconfirmed because its fee is 2 sat/vB and miners accept no fee
 * below 5 sat/vB. Its owner raises the fee, an administrator adds a CPFP transaction, or an
 * administrator abandons the withdrawal. The next blocks must contain the result, and the tracker
 * must show each step. The test runs on Bitcoin Core only, because the embedded node has no minimum
 * mining fee.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runningNode } from "#bitcoin";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { coreFolder } from "../support/chain/bitcoind.ts";
import {
  followToCompleted,
  getCoins,
  outsideAddress,
  requestWithdrawal,
} from "../support/people/main-job.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { diskFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { startServerIn, type RunningServer } from "../support/servers/server.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";

const AMOUNT_SATS = 1_000_000;
const BLOCKS_WITHOUT_IT = 3;
const ADMIN = { email: "operator@example.test", password: "long enough, operator" };

describe.runIf(coreFolder)("a withdrawal that miners do not accept", () => {
  let dataDir: string;
  let server: RunningServer;
  let person: Person;
  let admin: Person;

  beforeAll(async () => {
    dataDir = diskFolder();
    const env = {
      PATH: [coreFolder, process.env["PATH"]].filter(Boolean).join(delimiter),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    const first = await startServerIn(dataDir, { env });
    const { email, password } = await signUp(first.url, "Cora").then(async (owner) => {
      await getCoins(owner);
      return owner;
    });
    await first.stop();
    appendFileSync(
      join(dataDir, "bitcoin", "core", "bitcoin.conf"),
      "\n[regtest]\nblockmintxfee=0.00005\n",
    );
    server = await startServerIn(dataDir, { env });
    person = await signIn(server.url, email, password);
    admin = await withSecondFactor(await signIn(server.url, ADMIN.email, ADMIN.password));
  }, 240_000);

  afterAll(async () => {
    await server.close();
    removeFolder(dataDir);
  });

  const track = (txId: string) => person.call("getTransaction", { params: { txId } });

  /** Creates a withdrawal and waits until several blocks have been mined without it. */
  async function stuckWithdrawal() {
    const { id } = await requestWithdrawal(person, AMOUNT_SATS, outsideAddress(), randomUUID());
    const stuck = await eventually(
      "it is sent",
      () => track(id),
      ({ state }) => state === "in_transit",
    );
    const height = async () => (await (await runningNode(dataDir))?.getBlockCount()) ?? 0;
    const sentAt = await height();
    await eventually("blocks come", height, (now) => now >= sentAt + BLOCKS_WITHOUT_IT);
    expect(await track(id)).toMatchObject({ state: "in_transit", confirmations: 0 });
    return { id, txid: stuck.txid ?? "" };
  }

  function above5<Choice extends { readonly feeRateSatsPerVb: number; readonly costSats: number }>(
    choices: readonly Choice[],
  ) {
    const [choice] = choices.filter(({ feeRateSatsPerVb }) => feeRateSatsPerVb > 5);
    if (!choice) throw new Error("no rate above 5 sat/vB is offered");
    const { feeRateSatsPerVb, costSats } = choice;
    return { feeRateSatsPerVb, costSats };
  }

  test(
    "a stuck withdrawal confirms after its owner raises the fee",
    { timeout: 240_000 },
    async () => {
      const { id, txid } = await stuckWithdrawal();
      const params = { withdrawalId: id };
      const { choices } = await person.call("getBumpOffer", { params });
      await person.call("bumpWithdrawal", { params, body: above5(choices) });
      const completed = await followToCompleted(person, id);
      expect(completed.txid).not.toBe(txid);
      expect(completed.versions.map((version) => version.txid)).toEqual([txid, completed.txid]);
      expect(await track(txid)).toMatchObject({ state: "replaced", replacedBy: completed.txid });
    },
  );

  test("a stuck withdrawal confirms with a CPFP transaction", { timeout: 240_000 }, async () => {
    const { id, txid } = await stuckWithdrawal();
    const params = { withdrawalId: id };
    const { child } = await admin.call("getStuckOffer", { params });
    const own = async () => (await admin.call("getOperations")).selfTransfers.items.length;
    const ownBefore = await own();
    await admin.call("bringInByChild", { params, body: above5(child) });
    expect(await own()).toBe(ownBefore + 1);
    const message = await eventually(
      "the child is signed",
      () => track(id),
      ({ attempt }) => attempt !== null,
    );
    expect(message.attempt?.kind).toBe("child");
    // A payment with a CPFP transaction cannot be replaced.
    expect((await person.call("getBumpOffer", { params })).choices).toEqual([]);
    const completed = await followToCompleted(person, id);
    expect(completed.txid).toBe(txid);
    expect(await followToCompleted(person, message.attempt?.txid ?? "")).toMatchObject({ own: [] });
  });

  test("an abandoned withdrawal is refunded after six blocks", { timeout: 240_000 }, async () => {
    const before = await person.call("getWallet");
    const { id } = await stuckWithdrawal();
    const params = { withdrawalId: id };
    const { giveUp } = await admin.call("getStuckOffer", { params });
    await admin.call("giveUpPayment", { params, body: above5(giveUp) });
    const { attempt } = await track(id);
    expect(attempt?.kind).toBe("abandonment");
    const back = await eventually(
      "the money is back",
      () => person.call("getWallet"),
      ({ heldSats }) => heldSats === 0,
    );
    expect(back.availableSats).toBe(before.availableSats);
    expect(await track(id)).toMatchObject({ state: "replaced", replacedBy: attempt?.txid });
  });

  test("at the end the ledger is consistent", { timeout: 120_000 }, async () => {
    expect(await server.stop()).toBe(0);
    expect((await auditBooks({ dataDir }, () => Promise.resolve())).problems).toEqual([]);
  });
});
