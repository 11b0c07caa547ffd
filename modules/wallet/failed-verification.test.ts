/**
 * Tests that after a failed ledger verification, no process pays out until a verification succeeds,
 * not even a process started later.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyLedger, writeVerdict, type Problem } from "#ledger";
import { behindTheGuard } from "../../test/support/servers/without-triggers.ts";
import { chainStatus } from "./chain/chain-status.ts";
import {
  identity,
  openWalletOn,
  startInstallation,
  type Installation,
} from "./testing/installation.ts";
import { openFaucet } from "./faucet/faucet.ts";
import { createSender } from "./sender/sender.ts";
import { findWithdrawal } from "./withdrawals/withdrawals-table.ts";

const DEPOSIT_SATS = 50_000_000n;
const AMOUNT_SATS = 10_000_000n;
const REASON = expect.stringContaining("ledger verification found an error") as string;

let installation: Installation;
let ann: string;
let bob: string;

beforeEach(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  ann = await installation.userWith(DEPOSIT_SATS);
  bob = await installation.userWith(DEPOSIT_SATS);
}, 60_000);
afterEach(() => installation.close());

/** Changes two users' balances without posting a transfer. */
async function move(amountSats: bigint): Promise<void> {
  const { database } = installation;
  for (const [userId, sats] of [
    [ann, -amountSats],
    [bob, amountSats],
  ] as const)
    await behindTheGuard(
      database,
      "update ledger_accounts set balance = balance + $2 where name = $1",
      [`user:${userId}:available:BTC`, sats],
    );
}

async function verify(): Promise<Problem[]> {
  const problems = await verifyLedger(installation.database);
  await writeVerdict(installation.database, "whole", problems);
  return problems;
}

const stateOf = async (withdrawalId: string) =>
  (await findWithdrawal(installation.database, withdrawalId))?.state;

test("no process pays until a verification succeeds", async () => {
  const { database, dataDir, databaseUrl, node } = installation;
  const approved = await installation.withdraw(ann, AMOUNT_SATS);
  await move(1_000n);
  expect(await verify()).not.toEqual([]);

  const refusal = { code: "withdrawals_paused", status: 409 };
  await expect(installation.withdraw(bob, AMOUNT_SATS)).rejects.toMatchObject(refusal);
  await expect(installation.askFaucet(bob)).rejects.toMatchObject({ code: "faucet_closed" });
  await installation.send();
  expect(await stateOf(approved.id)).toBe("approved");
  expect(await chainStatus(database)).toMatchObject({ pausedReason: REASON });

  const later = await openWalletOn({ databaseUrl, dataDir }, node);
  await later.watcher.round(new AbortController().signal);
  await createSender(later.wallet).round(new AbortController().signal);
  expect(await stateOf(approved.id)).toBe("approved");
  const request = {
    userId: bob,
    origin: { ip: "127.0.0.1", isLocal: true },
    request: identity(bob, "requestFaucet"),
  };
  await expect(
    openFaucet(later.wallet)({ ...request, amountSats: undefined }),
  ).rejects.toMatchObject({ code: "faucet_closed" });
  await later.close();

  await move(-1_000n);
  expect(await verify()).toEqual([]);
  await installation.send();
  expect(await stateOf(approved.id)).toBe("broadcast");
  await installation.withdraw(bob, AMOUNT_SATS);
});

test("the signer refuses while the last verification failed", async () => {
  const approved = await installation.withdraw(ann, AMOUNT_SATS);
  await move(1_000n);
  await verify();
  await expect(
    installation.wallet.signer.sign({ withdrawalId: approved.id, psbt: "", genesisHash: "" }),
  ).rejects.toThrow("ledger's verification");
});
