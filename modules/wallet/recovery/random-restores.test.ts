/**
 * Restores older backups at random moments of a busy installation while the chain continues. No
 * recipient may be paid twice, and the ledger and the chain must agree after payments resume.
 */
import { expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { Refusal } from "#platform";
import { length, newestSeed } from "../../../test/support/seeds.ts";
import { readCursor } from "../chain/chain-table.ts";
import { giveSingle } from "../faucet/give.ts";
import {
  codesOf,
  identity,
  startInstallation,
  type Installation,
} from "../testing/installation.ts";
import { keepCopy, type OlderCopy, type OlderInstallation } from "../testing/older-copy.ts";
import { createOutsideWallet } from "../testing/outside-wallet.ts";
import { seeded, type Seeded } from "../testing/seeded.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { requestWithdrawal } from "../withdrawals/request-withdrawal.ts";
import { recoveryNow } from "./recovery.ts";
import { resumePayments } from "./resume-payments.ts";

type Living = Pick<OlderInstallation, "database" | "wallet" | "node" | "send" | "mine"> & {
  readonly watch: () => Promise<void>;
};

interface Life {
  readonly random: Seeded;
  readonly userIds: readonly string[];
  /** Scripts of recipients who may be paid at most once. */
  readonly payees: Set<string>;
}

const STEPS_MAX = 12;
const BLOCKS_MAX = 40;

test.for(newestSeed)(
  "no recipient is paid twice with seed %i",
  { timeout: 1_200_000 },
  async (seed) => {
    const random = seeded(seed);
    const installation = await startInstallation();
    await installation.mine(20);
    const userIds = [
      await installation.userWith(200_000_000n),
      await installation.userWith(200_000_000n),
    ];
    const life: Life = { random, userIds, payees: new Set() };
    let living: Living = installation;
    let place: Pick<Installation, "databaseUrl" | "dataDir" | "node"> = installation;
    const copies: OlderCopy[] = [];
    const restored: OlderInstallation[] = [];
    for (let moment = 0; moment < length(1, 50); moment += 1) {
      await live(living, life);
      const copy = await keepCopy(place);
      copies.push(copy);
      await live(living, life);
      const older = await copy.putBack({ folder: random.chance(50) });
      restored.push(older);
      place = older;
      living = { ...older, watch: () => older.watcher.round(new AbortController().signal) };
      await recover(living, life);
      expect(await paidTwice(installation, life)).toEqual([]);
    }
    for (const older of restored) await older.close();
    for (const copy of copies) await copy.drop();
    await installation.close();
  },
);

async function live(living: Living, { random, userIds, payees }: Life): Promise<void> {
  const { wallet } = living;
  const codeFor = codesOf(living.database);
  const ask = async () => {
    const userId = random.pick(userIds);
    const { address, scriptHex } = createOutsideWallet(living.node);
    payees.add(scriptHex);
    await requestWithdrawal(wallet, {
      userId,
      amountSats: BigInt(random.between(50_000, 5_000_000)),
      method: "wallet",
      code: await codeFor(userId),
      walletAddress: address,
      idempotency: identity(userId, "createWithdrawal"),
      visitor: { ip: "127.0.0.1", userAgent: "test" },
    });
  };
  const cancel = async () => {
    const open = await living.database.query<{ withdrawalId: string; userId: string }>(
      `select id as "withdrawalId", user_id as "userId" from wallet_withdrawals
       where state in ('approved', 'reserved') and purpose = 'user' order by id`,
    );
    if (open.length > 0) await cancelWithdrawal(wallet, random.pick(open));
  };
  const grant = async () => {
    const userId = random.pick(userIds);
    const request = identity(userId, "requestFaucet");
    await giveSingle(wallet, {
      userId,
      origin: { ip: "127.0.0.1", isLocal: true },
      amountSats: 20_000n,
      request,
    });
  };
  const address = wallet.treasuryAddress;
  const reorg = async () => {
    await living.node.simulateReorg({ depth: random.between(1, 3), address });
  };
  const acts = [ask, ask, ask, cancel, grant, living.send, living.send, living.watch];
  for (let step = random.between(3, STEPS_MAX); step > 0; step -= 1) {
    const act = random.chance(6)
      ? reorg
      : random.chance(25)
        ? () => living.mine(1)
        : random.pick(acts);
    await act().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

/**
 * Runs the recovery as after a start, where the sender may run before the watcher. Then resumes
 * payments as an administrator would.
 */
async function recover(living: Living, { random }: Life): Promise<void> {
  if (random.chance(50)) await living.send();
  for (let block = 0; block < BLOCKS_MAX; block += 1) {
    await living.mine(1);
    await living.send();
    if (block >= 7 && (await isDone(living))) break;
  }
  for (let block = 0; block < 8; block += 1) {
    await living.send();
    await living.mine(1);
  }
  expect(await readCursor(living.database)).toMatchObject({
    lockedReason: null,
    unexplainedSats: 0n,
  });
  expect(await verifyLedger(living.database)).toEqual([]);
}

async function isDone({ database, node }: Living): Promise<boolean> {
  if (!(await recoveryNow(database))) return true;
  const mempool = new Set(await node.getRawMempool());
  return database
    .transaction((tx) => resumePayments(tx, { now: new Date(), mempool }))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
}

/** Returns the recipients' scripts that received more than one payment. */
async function paidTwice({ node }: Installation, { payees }: Life): Promise<string[]> {
  const times = new Map<string, number>();
  for (let height = 1; height <= (await node.getBlockCount()); height += 1) {
    const { transactions } = await node.getBlock((await node.getBlockHash(height)) ?? "");
    for (const { scriptHex } of transactions.flatMap(({ outputs }) => outputs))
      if (payees.has(scriptHex)) times.set(scriptHex, (times.get(scriptHex) ?? 0) + 1);
  }
  return [...times].filter(([, count]) => count > 1).map(([script]) => script);
}
