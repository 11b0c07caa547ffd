/**
 * Tests the main job while Bitcoin Core is killed with SIGKILL five times. Bitcoin Core must
 * restart automatically, blocks lost in a kill must be handled as a reorganisation, and the ledger
 * must be consistent. The test runs only on machines with Bitcoin Core.
 */
import { randomUUID } from "node:crypto";
import { delimiter } from "node:path";
import { expect, test } from "vitest";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { coreFolder } from "../support/chain/bitcoind.ts";
import {
  buyPlan,
  coinsCredited,
  followToCompleted,
  minePaid,
  outsideAddress,
  securityCode,
} from "../support/people/main-job.ts";
import { eventually, signUp } from "../support/people/person.ts";
import { childrenWith, processesUsing } from "../support/servers/processes.ts";
import { diskFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { startServerIn } from "../support/servers/server.ts";
import { untilAnswered } from "../support/servers/kill-part.ts";

const AMOUNT_SATS = 1_000_000;
const SECRETS = { ADMIN_EMAIL: "admin@floor.test", ADMIN_PASSWORD: "planted for nobody else" };

test.runIf(coreFolder)(
  "the main job completes although the node is killed five times",
  { timeout: 300_000 },
  async () => {
    const dataDir = diskFolder();
    const path = [coreFolder, process.env["PATH"]].filter(Boolean).join(delimiter);
    const server = await startServerIn(dataDir, { env: { PATH: path, ...SECRETS } });
    let killed: number | undefined;
    const kill = async (): Promise<void> => {
      killed = await eventually(
        "Core runs",
        async () => processesUsing(`${dataDir}/bitcoin/core`).find((pid) => pid !== killed),
        (pid) => pid !== undefined,
      );
      process.kill(killed ?? 0, "SIGKILL");
    };
    try {
      expect(childrenWith(server.pid, SECRETS)).toEqual([]);
      const person = await signUp(server.url, "Cora");
      const ask = <Answer>(what: () => Promise<Answer>) => untilAnswered(what);
      await eventually(
        "the faucet opens",
        () => person.call("getFaucet"),
        ({ isOpen }) => isOpen,
      );
      const gift = await person.call("requestFaucet", { body: {} });
      await kill();
      await coinsCredited(person);
      await kill();
      const price = await ask(() => buyPlan(person, "Enterprise Farm"));
      await ask(() => minePaid(person, 2));
      await ask(() => person.call("stopMining"));
      await kill();
      const walletAddress = outsideAddress();
      const code = await ask(() => securityCode(person));
      const body = { amountSats: AMOUNT_SATS, method: "wallet", walletAddress, code };
      const idempotencyKey = randomUUID();
      const { id } = await ask(() => person.call("createWithdrawal", { body, idempotencyKey }));
      await kill();
      await eventually(
        "the transaction is on its way",
        () => person.call("getTransaction", { params: { txId: id } }),
        ({ txid }) => txid !== null,
      );
      await kill();
      const completed = await followToCompleted(person, id);
      expect(completed.outputs.filter(({ address }) => address === walletAddress)).toHaveLength(1);
      const { earnedTotalSats } = await person.call("getMining");
      const wallet = await eventually(
        "the hold is settled",
        () => person.call("getWallet"),
        ({ heldSats }) => heldSats === 0,
      );
      expect(wallet.availableSats).toBe(gift.amountSats - price + earnedTotalSats - AMOUNT_SATS);
      expect(await server.stop()).toBe(0);
      const { problems, more } = await auditBooks({ dataDir }, (database) =>
        database.query<{ sats: bigint }>("select unexplained_sats as sats from wallet_cursor"),
      );
      expect(problems).toEqual([]);
      expect(more).toEqual([{ sats: 0n }]);
    } finally {
      await server.stop();
      for (const pid of processesUsing(dataDir)) process.kill(pid, "SIGKILL");
      removeFolder(dataDir);
    }
  },
);
