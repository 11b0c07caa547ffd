/**
 * Tests the main job with a SIGKILL in the middle of every step. Whichever process is killed
 * (server, PostgreSQL, node or signer), no data may be lost, no action may happen twice, and the
 * ledger must be consistent at the end.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import {
  buyPlan,
  coinsCredited,
  followToCompleted,
  minePaid,
  outsideAddress,
  securityCode,
} from "../support/people/main-job.ts";
import { eventually, signUp } from "../support/people/person.ts";
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

test.concurrent.each<Victim>(["server", "postgres", "node", "signer"])(
  "SIGKILL of the %s at every step loses or doubles nothing",
  async (victim) => {
    const server = await startServerOnDisk();
    const { dataDir } = server;
    const installation: Installation = { server, person: await signUp(server.url, "Kay") };
    try {
      await eventually(
        "the faucet opens",
        () => installation.person.call("getFaucet"),
        ({ isOpen }) => isOpen,
      );
      const faucetKey = randomUUID();
      const gift = await installation.person.call("requestFaucet", {
        body: {},
        idempotencyKey: faucetKey,
      });
      await strike(installation, victim);
      const again = await untilAnswered(() =>
        installation.person.call("requestFaucet", { body: {}, idempotencyKey: faucetKey }),
      );
      expect(again).toEqual(gift);
      await coinsCredited(installation.person);

      const price = await untilAnswered(() => buyPlan(installation.person, "Enterprise Farm"));
      await untilAnswered(() => minePaid(installation.person, 2));
      await strike(installation, victim);
      await untilAnswered(() => minePaid(installation.person, 5));
      await untilAnswered(() => installation.person.call("stopMining"));

      const walletAddress = outsideAddress();
      const body = {
        amountSats: 1_000_000,
        method: "wallet",
        walletAddress,
        code: await untilAnswered(() => securityCode(installation.person)),
      };
      const key = randomUUID();
      const withdrawal = await installation.person.call("createWithdrawal", {
        body,
        idempotencyKey: key,
      });
      await strike(installation, victim);
      const repeated = await untilAnswered(() =>
        installation.person.call("createWithdrawal", { body, idempotencyKey: key }),
      );
      expect(repeated.id).toBe(withdrawal.id);
      await eventually(
        "the transaction is on its way",
        () => installation.person.call("getTransaction", { params: { txId: withdrawal.id } }),
        ({ txid }) => txid !== null,
      );
      await strike(installation, victim);
      const completed = await followToCompleted(installation.person, withdrawal.id);
      expect(completed.outputs.filter(({ address }) => address === walletAddress)).toHaveLength(1);

      const { earnedTotalSats } = await installation.person.call("getMining");
      const wallet = await eventually(
        "the hold is settled",
        () => installation.person.call("getWallet"),
        ({ heldSats }) => heldSats === 0,
      );
      expect(wallet.availableSats).toBe(gift.amountSats - price + earnedTotalSats - 1_000_000);
      expect((await installation.person.call("listWithdrawals")).items).toHaveLength(1);
      expect((await installation.person.call("listDeposits")).items).toHaveLength(1);
      expect((await installation.person.call("getMining")).contracts).toHaveLength(1);

      expect(await installation.server.stop()).toBe(0);
      expect(processesUsing(dataDir)).toEqual([]);
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
