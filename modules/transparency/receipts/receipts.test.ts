/**
 * Tests receipts of deposits and withdrawals on a real chain: they verify offline, and a reorg
 * withdraws them.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiptsApi } from "#api/receipts";
import { openMasterKey } from "#platform";
import { checkFile, type FileResult, type KnownSite } from "#receipts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { wireOf } from "../../../test/support/servers/route-input.ts";
import { startInstallation, type Installation } from "../../wallet/testing/installation.ts";
import { blockState } from "#wallet";
import { updateLog } from "../log/log-worker.ts";
import { readLogStatement } from "../log/present-log.ts";
import { readReceipt } from "./read-receipt.ts";

const SITE = "https://floor.test";
const DEPOSIT_SATS = 50_000_000n;
const AMOUNT_SATS = 2_000_000n;

let installation: Installation;
let market: MovedMarket;
let known: KnownSite;
let ann: string;
let bob: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  ann = await installation.userWith(DEPOSIT_SATS);
  bob = await installation.newUser();
  market = await forexMarketAt(installation.database, new Date().toISOString());
}, 60_000);
afterAll(() => installation.close());

const wire = wireOf(receiptsApi);

/** The log's worker waits for five minutes between two digests. */
let nowMs = Date.now();

function deps() {
  const { database, node, dataDir } = installation;
  return {
    database,
    node,
    market,
    clock: { now: () => new Date(nowMs) },
    masterKey: openMasterKey(dataDir),
  };
}

const logDeps = () => ({ ...operator, ...deps() });

async function appendToLog(): Promise<void> {
  nowMs += 600_000;
  await updateLog(logDeps());
}

async function receiptOf(kind: "withdrawal" | "deposit", id: string, userId = ann) {
  const answer = await readReceipt(deps(), { userId, kind, id, site: SITE });
  return JSON.stringify(wire("getReceipt", answer));
}

async function depositIdOf(userId: string): Promise<string> {
  const [row] = await installation.database.query<{ id: string }>(
    "select id from wallet_deposits where user_id = $1",
    [userId],
  );
  return row?.id ?? "";
}

function linesOf(result: FileResult): readonly string[] {
  if (result.state === "refused") return [`refused ${result.reason}: ${result.text}`];
  return result.checks.map(({ name, state }) => `${state} ${name}`);
}

const GOOD_PAYMENT = ["ok transaction", "ok block", "ok confirmations", "ok entry versions"];
const NOT_LOGGED = "not checked public log";

test("the receipt of a credited deposit verifies once the log exists", async () => {
  await expect(receiptOf("deposit", await depositIdOf(ann))).rejects.toMatchObject({
    code: "receipt_log_missing",
  });
  await updateLog(logDeps());
  const published = await readLogStatement(installation.database, deps().masterKey);
  known = { installation: { network: "regtest", log: published?.log.vkey ?? "" } };
  const text = await receiptOf("deposit", await depositIdOf(ann));
  expect(linesOf(checkFile(text, known))).toEqual([
    "ok installation",
    "ok signature",
    "ok ledger",
    ...GOOD_PAYMENT,
    "ok public log",
  ]);
});

test("the receipt of a completed withdrawal verifies, and a reorg withdraws it", async () => {
  const { id } = await installation.withdraw(ann, AMOUNT_SATS);
  await installation.send();
  await installation.mine(5);
  await expect(receiptOf("withdrawal", id)).rejects.toMatchObject({ code: "receipt_not_ready" });
  await installation.mine(1);
  await expect(receiptOf("withdrawal", id, bob)).rejects.toMatchObject({
    code: "receipt_not_found",
    status: 404,
  });
  const text = await receiptOf("withdrawal", id);
  const result = checkFile(text, known);
  expect(linesOf(result)).toEqual([
    "ok installation",
    "ok signature",
    "ok ledger",
    "ok approvals",
    ...GOOD_PAYMENT,
    NOT_LOGGED,
  ]);
  await appendToLog();
  const later = checkFile(await receiptOf("withdrawal", id), known);
  expect(linesOf(later).at(-1)).toBe("ok public log");
  const block = result.state === "checked" ? result.block : null;
  const hash = block?.hash ?? "";
  const tip = await installation.node.getBlockCount();
  expect(await blockState(installation.database, hash)).toMatchObject({
    confirmations: 6,
    trueUntil: null,
  });
  await installation.reorg(8);
  await expect(receiptOf("withdrawal", id)).rejects.toMatchObject({
    code: "receipt_withdrawn",
    text: expect.stringContaining(`until block ${tip}`) as string,
  });
  expect(await blockState(installation.database, hash)).toMatchObject({
    confirmations: 0,
    trueUntil: { height: tip },
  });
  // The file itself is unchanged, so only the chain can tell.
  expect(linesOf(checkFile(text, {}))[0]).toBe("not checked installation");
  await installation.send();
  await installation.mine(6);
  const again = checkFile(await receiptOf("withdrawal", id), known);
  expect(linesOf(again).filter((line) => line.startsWith("failed"))).toEqual([]);
  expect(again).not.toMatchObject({ block: { hash } });
});

test("receipts of one payment read its block only once", async () => {
  const cleo = await installation.userWith(DEPOSIT_SATS);
  let blocks = 0;
  const { node } = installation;
  const counted: typeof node = {
    ...node,
    getBlock(hash) {
      blocks += 1;
      return node.getBlock(hash);
    },
  };
  const wanted = {
    userId: cleo,
    kind: "deposit",
    id: await depositIdOf(cleo),
    site: SITE,
  } as const;
  const read = () => readReceipt({ ...deps(), node: counted }, wanted);
  const [one, other] = await Promise.all([read(), read()]);
  expect((await read()).deposit).toEqual(one.deposit);
  expect(other.deposit).toEqual(one.deposit);
  expect(blocks).toBe(1);
});

test("an unknown block is refused", async () => {
  await expect(blockState(installation.database, "0".repeat(64))).rejects.toMatchObject({
    code: "block_unknown",
  });
});
