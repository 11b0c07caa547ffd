/**
 * Kills the workers with kill -9 at every step of an abandonment and of a CPFP transaction. The
 * next workers must continue. At the end, each payment must be either paid or refunded once, and
 * each miner's fee must be paid once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf } from "#ledger";
import { isFullLength } from "../../../test/support/seeds.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { startNodeProxy, type NodeProxy } from "../testing/node-proxy.ts";
import { attemptFor, openCpfpFor, expectBooksFit, abandonFor } from "../testing/stuck.ts";
import { dieAt } from "../testing/worker-process.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";

/**
 * In execution order, because in `npm run simulate` a single transaction passes through all steps.
 */
const STEPS = ["signing", "signed", "sending", "sent", "settling", "settled"];
/**
 * Steps that differ from those of a consolidation. ../self-transfers/crash.test.ts covers the
 * shared steps. "sent" is included because without this transaction, the next blocks would contain
 * the payment.
 */
const OWN_STEPS = {
  abandonment: ["signing", "signed", "sent", "settling", "settled"],
  child: ["signing", "sent", "settling", "settled"],
};
const DEPOSIT_SATS = 5_000_000n;
const AMOUNT_SATS = 1_000_000n;

let installation: Installation;
let proxy: NodeProxy;

beforeAll(async () => {
  installation = await startInstallation();
  proxy = await startNodeProxy(installation.node);
  await installation.mine(13);
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await installation.close();
});

async function sentBy(userId: string): Promise<string> {
  const { id } = await installation.withdraw(userId, AMOUNT_SATS);
  await installation.send();
  await installation.watch();
  return id;
}

async function dieAtEach(kind: keyof typeof OWN_STEPS): Promise<void> {
  const { applicationUrl, dataDir, node, wallet } = installation;
  const order = { applicationUrl, dataDir, rpcUrl: proxy.url };
  for (const step of isFullLength ? STEPS : OWN_STEPS[kind])
    await dieAt(`self-transfer-${step}`, order, () =>
      step.startsWith("settl")
        ? node.generateToAddress(1, wallet.treasuryAddress)
        : Promise.resolve(),
    );
  await installation.mine(1);
}

async function paidTimes(code: number): Promise<number | undefined> {
  const [paid] = await installation.database.query<{ times: number }>(
    "select count(*)::int as times from ledger_transfers where code = $1",
    [code],
  );
  return paid?.times;
}

test("an abandoned payment is refunded once despite crashes", { timeout: 240_000 }, async () => {
  const userId = await installation.userWith(DEPOSIT_SATS);
  const withdrawalId = await sentBy(userId);
  await abandonFor(installation, { withdrawalId });
  await dieAtEach("abandonment");
  await installation.mine(6);
  expect(await attemptFor(installation, withdrawalId)).toMatchObject({ state: "completed" });
  expect(await findWithdrawal(installation.database, withdrawalId)).toMatchObject({
    state: "conflicted",
    book: "returned",
  });
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: DEPOSIT_SATS,
    heldSats: 0n,
  });
  expect(await paidTimes(92)).toBe(1);
  await expectBooksFit(installation);
});

test(
  "a payment with a CPFP transaction is paid once despite crashes",
  { timeout: 240_000 },
  async () => {
    const userId = await installation.userWith(DEPOSIT_SATS);
    const withdrawalId = await sentBy(userId);
    await openCpfpFor(installation, { withdrawalId });
    await dieAtEach("child");
    await installation.mine(6);
    expect(await attemptFor(installation, withdrawalId)).toMatchObject({ state: "completed" });
    expect(await balancesOf(installation.database, userId)).toMatchObject({
      availableSats: DEPOSIT_SATS - AMOUNT_SATS,
      heldSats: 0n,
    });
    expect(await paidTimes(91)).toBe(1);
    await expectBooksFit(installation);
  },
);
