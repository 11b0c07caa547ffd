/**
 * The main job with a kill -9 in the middle of every step. Whatever dies, the server, PostgreSQL,
 * the node or the signer: nothing is lost, nothing happens twice, and the books are whole at the
 * end.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { auditBooks } from "../support/audit.ts";
import {
  buyPlan,
  coinsCredited,
  followToCompleted,
  minePaid,
  outsideAddress,
  securityCode,
} from "../support/main-job.ts";
import { eventually, signUp } from "../support/person.ts";
import { processesUsing } from "../support/processes.ts";
import { startServerOnDisk } from "../support/server.ts";
import { strike, untilAnswered, type Installation, type Victim } from "../support/strike.ts";
import { removeFolder } from "../support/scratch-folder.ts";

const SCENARIO_MS_MAX = 240_000;

test.concurrent.each<Victim>(["server", "postgres", "node", "signer"])(
  "kill -9 of the %s at every step loses nothing and doubles nothing",
  async (victim) => {
    const server = await startServerOnDisk();
    const { dataDir } = server;
    const floor: Installation = { server, person: await signUp(server.url, "Kay") };
    try {
      await eventually(
        "the faucet opens",
        () => floor.person.call("getFaucet"),
        ({ isOpen }) => isOpen,
      );
      const faucetKey = randomUUID();
      const gift = await floor.person.call("requestFaucet", {
        body: {},
        idempotencyKey: faucetKey,
      });
      await strike(floor, victim);
      const again = await untilAnswered(() =>
        floor.person.call("requestFaucet", { body: {}, idempotencyKey: faucetKey }),
      );
      expect(again).toEqual(gift);
      await coinsCredited(floor.person);

      const price = await untilAnswered(() => buyPlan(floor.person, "Enterprise Farm"));
      await untilAnswered(() => minePaid(floor.person, 2));
      await strike(floor, victim);
      await untilAnswered(() => minePaid(floor.person, 5));
      await untilAnswered(() => floor.person.call("stopMining"));

      const walletAddress = outsideAddress();
      const body = {
        amountSats: 1_000_000,
        method: "wallet",
        walletAddress,
        code: await untilAnswered(() => securityCode(floor.person)),
      };
      const key = randomUUID();
      const withdrawal = await floor.person.call("createWithdrawal", { body, idempotencyKey: key });
      await strike(floor, victim);
      const repeated = await untilAnswered(() =>
        floor.person.call("createWithdrawal", { body, idempotencyKey: key }),
      );
      expect(repeated.id).toBe(withdrawal.id);
      await eventually(
        "the transaction is on its way",
        () => floor.person.call("getTransaction", { params: { txId: withdrawal.id } }),
        ({ txid }) => txid !== null,
      );
      await strike(floor, victim);
      const done = await followToCompleted(floor.person, withdrawal.id);
      expect(done.outputs.filter(({ address }) => address === walletAddress)).toHaveLength(1);

      const { earnedTotalSats } = await floor.person.call("getMining");
      const wallet = await eventually(
        "the hold is settled",
        () => floor.person.call("getWallet"),
        ({ heldSats }) => heldSats === 0,
      );
      expect(wallet.availableSats).toBe(gift.amountSats - price + earnedTotalSats - 1_000_000);
      expect((await floor.person.call("listWithdrawals")).items).toHaveLength(1);
      expect((await floor.person.call("listDeposits")).items).toHaveLength(1);
      expect((await floor.person.call("getMining")).contracts).toHaveLength(1);

      expect(await floor.server.stop()).toBe(0);
      expect(processesUsing(dataDir)).toEqual([]);
      const audit = await auditBooks({ dataDir }, async () => undefined);
      expect(audit.problems).toEqual([]);
    } finally {
      await floor.server.stop();
      for (const pid of processesUsing(dataDir)) process.kill(pid, "SIGKILL");
      removeFolder(dataDir);
    }
  },
  SCENARIO_MS_MAX,
);
