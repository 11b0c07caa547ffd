/**
 * Tests a SIGKILL while several products are in use. The test opens a stake, an investment, an
 * order and a simulated withdrawal at the same time, and kills a process during the requests. Then
 * it closes them and kills a process again. Each action must happen exactly once and finish, and
 * the ledger must be consistent.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testAccounts } from "../../api/payout-accounts.ts";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { insideEmbedded } from "../support/servers/inside-embedded.ts";
import { fundFilled, getCoins, securityCode } from "../support/people/main-job.ts";
import { anHourPasses } from "../support/money/payout-times.ts";
import { eventually, signUp, type Person } from "../support/people/person.ts";
import { processesUsing } from "../support/servers/processes.ts";
import { startServerOnDisk } from "../support/servers/server.ts";
import {
  strike,
  untilAnswered,
  type Installation,
  type Victim,
} from "../support/servers/kill-part.ts";
import { removeFolder } from "../support/servers/scratch-folder.ts";

const SCENARIO_MS_MAX = 240_000;
const STAKE_SATS = 700_000;
const INVESTED_SATS = 300_000;
const WITHDRAWN_SATS = 200_000;

type Ask<Answer> = (person: Person) => Promise<Answer>;

/**
 * Sends all requests simultaneously, kills a process, and repeats each request with its idempotency
 * key until it succeeds. Returns the responses.
 */
async function struckAmong<Answers extends readonly unknown[]>(
  installation: Installation,
  victim: Victim,
  asks: { readonly [Place in keyof Answers]: Ask<Answers[Place]> },
): Promise<Answers> {
  const firsts = asks.map((ask) => ask(installation.person).catch(() => undefined));
  await Promise.race(firsts);
  await strike(installation, victim);
  await Promise.all(firsts);
  const answers: unknown[] = [];
  for (const ask of asks) answers.push(await untilAnswered(() => ask(installation.person)));
  return answers as unknown as Answers;
}

test.concurrent.each<Victim>(["server", "postgres"])(
  "SIGKILL of the %s during stakes, orders and payouts loses or doubles nothing",
  async (victim) => {
    const server = await startServerOnDisk();
    const { dataDir } = server;
    const installation: Installation = { server, person: await signUp(server.url, "Kim") };
    const available = async () =>
      (await untilAnswered(() => installation.person.call("getWallet"))).availableSats;
    try {
      const coins = await getCoins(installation.person);
      await fundFilled(installation.person);
      const code = await securityCode(installation.person);
      const keys = Array.from({ length: 7 }, () => randomUUID());
      const keyed = (place: number) => ({ idempotencyKey: keys[place] ?? "" });

      const body = { amountSats: WITHDRAWN_SATS, method: "bank", code, ...testAccounts.bank };
      const [stake, investment, order, payout] = await struckAmong(installation, victim, [
        (person: Person) =>
          person.call("openStake", {
            ...keyed(0),
            body: { amountSats: STAKE_SATS, durationDays: 180 },
          }),
        (person: Person) =>
          person.call("openInvestment", {
            ...keyed(1),
            body: { planId: "btc-starter", amountSats: INVESTED_SATS },
          }),
        (person: Person) =>
          person.call("placeOrder", {
            ...keyed(2),
            body: { itemId: "mining-rig-frame", quantity: 2 },
          }),
        (person: Person) => person.call("createWithdrawal", { ...keyed(3), body }),
      ] as const);
      const spent = STAKE_SATS + INVESTED_SATS + order.totalSats + WITHDRAWN_SATS;
      expect(await available()).toBe(coins - spent);

      const [first, also, sold] = await struckAmong(installation, victim, [
        (person: Person) =>
          person.call("exitPosition", { ...keyed(4), params: { positionId: stake.id } }),
        (person: Person) =>
          person.call("exitPosition", { ...keyed(5), params: { positionId: investment.id } }),
        (person: Person) =>
          person.call("sellRig", {
            ...keyed(6),
            params: { rigId: order.rigIds[0] ?? "" },
            body: {},
          }),
      ] as const);
      expect([first.paidSats, also.paidSats]).toEqual([0, 0]);
      expect(await available()).toBe(coins - order.totalSats - WITHDRAWN_SATS + sold.soldSats);

      await eventually(
        "the simulated payout completes",
        async () => {
          await insideEmbedded(dataDir, anHourPasses);
          const params = { withdrawalId: payout.id };
          return installation.person.call("getWithdrawal", { params });
        },
        ({ state }) => state === "completed",
        120_000,
      );
      expect(await installation.person.call("getWallet")).toMatchObject({
        availableSats: coins - order.totalSats - WITHDRAWN_SATS + sold.soldSats,
        heldSats: 0,
      });
      expect((await installation.person.call("listPositions")).items).toHaveLength(2);
      expect((await installation.person.call("listOrders")).items).toHaveLength(1);
      expect((await installation.person.call("listWithdrawals")).items).toHaveLength(1);

      expect(await installation.server.stop()).toBe(0);
      const audit = await auditBooks({ dataDir }, async () => undefined);
      expect(audit.problems).toEqual([]);
    } finally {
      await installation.server.stop();
      for (const pid of processesUsing(dataDir)) process.kill(pid, "SIGKILL");
      removeFolder(dataDir);
    }
  },
  SCENARIO_MS_MAX,
);
