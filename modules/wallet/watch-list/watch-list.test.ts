/**
 * Tests the watch list on a real chain with a reorg. Each follower gets each message once, by
 * e-mail only if the follower chose so, and each round notifies a limited number of followers.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testUser } from "../../../test/support/people/user.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { followTransaction } from "./follow-transaction.ts";
import { followedBy } from "./followers-table.ts";
import { presentFollowed } from "./present-followed.ts";
import { sweepFollowed } from "./sweep-followed.ts";
import { notifyFollowers } from "./notify-followers.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
  await installation.database.query(
    "insert into notifications_outlets (channel, is_open) values ('email', true)",
  );
}, 60_000);
afterAll(() => installation.close());

const refused = (code: string) => expect.objectContaining({ code });
const follow = (userId: string, txid: string, isMailed = false) =>
  followTransaction(installation.wallet, { userId, txid, isMailed });

/** Returns a payment between two outside wallets. */
function foreignPayment() {
  const { outside } = installation;
  return outside.pay([{ address: outside.address, amountSats: 100_000n }]);
}

async function messagesOf(userId: string) {
  const rows = await installation.database.query<{ template: string; delivery: string | null }>(
    `select template, delivery from notifications_messages
     where user_id = $1 and template like 'followed%' order by id`,
    [userId],
  );
  return rows.map(({ template, delivery }) => `${template.slice(9)} ${delivery ?? "kept here"}`);
}

async function stateOf(userId: string) {
  const tip = await installation.node.getBlockCount();
  const [row] = await followedBy(installation.database, userId);
  if (!row) throw new Error("nothing is followed");
  const { state, confirmations } = presentFollowed(row, tip);
  return [state, confirmations];
}

test("each change is reported once by two concurrent processes", { timeout: 60_000 }, async () => {
  const { database, node, wallet } = installation;
  const [mailed, quiet, late] = (await Promise.all(
    [1, 2, 3].map(() => installation.newUser()),
  )) as [string, string, string];
  const payment = foreignPayment();
  await follow(mailed, payment.txid, true);
  await follow(quiet, payment.txid.toUpperCase());
  await installation.watch();
  expect(await stateOf(quiet)).toEqual(["not_seen", 0]);
  expect(await messagesOf(mailed)).toEqual([]);

  await node.sendRawTransaction(payment.rawHex);
  await installation.watch();
  await installation.watch();
  expect(await stateOf(quiet)).toEqual(["in_mempool", 0]);
  expect([await messagesOf(mailed), await messagesOf(quiet)]).toEqual([
    ["seen waiting"],
    ["seen kept here"],
  ]);

  await installation.mine(5);
  expect(await stateOf(quiet)).toEqual(["in_block", 5]);
  // This follower joins later and gets no messages about earlier changes.
  await follow(late, payment.txid);
  expect(await messagesOf(quiet)).toHaveLength(1);
  await installation.mine(1);
  expect([await messagesOf(mailed), await messagesOf(quiet), await messagesOf(late)]).toEqual([
    ["seen waiting", "confirmed waiting"],
    ["seen kept here", "confirmed kept here"],
    ["confirmed kept here"],
  ]);

  await node.simulateReorg({ depth: 7, address: wallet.treasuryAddress });
  await Promise.all([installation.watch(), installation.watch()]);
  await installation.watch();
  const [state] = await stateOf(quiet);
  expect(state).toBe("taken_back");
  expect((await messagesOf(late)).at(-1)).toBe("taken_back kept here");
  await installation.mine(7);
  expect(await messagesOf(quiet)).toEqual(
    ["seen", "confirmed", "taken_back", "confirmed"].map((one) => `${one} kept here`),
  );

  // Restores the state left by a process that died before it recorded that all followers were
  // notified. Two processes then continue.
  const tip = { height: await node.getBlockCount() };
  const deps = { ...wallet, failed: [] };
  await database.query("update wallet_followed_transactions set is_news = true");
  await database.query("update wallet_followers set is_confirmed_told = false where user_id = $1", [
    late,
  ]);
  await Promise.all([notifyFollowers(deps, tip), notifyFollowers(deps, tip)]);
  expect(deps.failed).toEqual([]);
  expect(await messagesOf(quiet)).toHaveLength(4);
  expect(await messagesOf(late)).toHaveLength(4);
});

test("a recently mined transaction is found immediately", async () => {
  const userId = await installation.newUser();
  const payment = foreignPayment();
  await installation.node.sendRawTransaction(payment.rawHex);
  await installation.mine(3);
  expect(await follow(userId, payment.txid)).toMatchObject({ state: "in_block", confirmations: 3 });
  await installation.mine(3);
  expect(await messagesOf(userId)).toEqual(["confirmed kept here"]);
});

test("an invalid or repeated txid is refused", async () => {
  const userId = await installation.newUser();
  const txid = (number: number) => number.toString(16).padStart(64, "0");
  for (const typed of ["", "abc", "g".repeat(64), "0".repeat(65)])
    await expect(follow(userId, typed)).rejects.toEqual(refused("txid_unreadable"));
  for (let number = 1; number <= 18; number += 1) await follow(userId, txid(number));
  await expect(follow(userId, ` ${txid(10).toUpperCase()}\n`)).rejects.toEqual(
    refused("already_followed"),
  );
  const raced = await Promise.allSettled([19, 19, 20, 21].map((one) => follow(userId, txid(one))));
  expect(raced.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expect(follow(userId, txid(22))).rejects.toEqual(refused("too_many_followed"));
  expect(await followedBy(installation.database, userId)).toHaveLength(20);
});

test("a round notifies at most 200 followers", async () => {
  const { database, node } = installation;
  const payment = foreignPayment();
  await follow(await installation.newUser(), payment.txid);
  for (let count = 1; count < 230; count += 1) {
    const { userId } = await testUser(database);
    await database.query(
      `insert into wallet_followers values ($1, $2, false, now(), false, false, 0)`,
      [payment.txid, userId],
    );
  }
  await node.sendRawTransaction(payment.rawHex);
  const written = async () => {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from wallet_followers where txid = $1 and is_seen_told`,
      [payment.txid],
    );
    return row?.count;
  };
  await installation.watch();
  expect(await written()).toBe(200);
  await installation.watch();
  expect(await written()).toBe(230);
});

test("transactions without followers are deleted", async () => {
  const { database } = installation;
  const count = async () =>
    (await database.query("select txid from wallet_followed_transactions")).length;
  const before = await count();
  await database.query("delete from wallet_followers where txid like '0000%'");
  await sweepFollowed(database);
  expect(await count()).toBe(before - 20);
});
