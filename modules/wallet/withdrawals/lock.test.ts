/**
 * Tests two locks on withdrawals. One follows a change of password, e-mail address or two-factor
 * authentication. The other restricts API keys, and users who turned it on, to verified addresses.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf } from "#ledger";
import { SIMULATED_METHODS, testAccounts } from "#api/payout-accounts";
import { parseAddress } from "#bitcoin";
import { findEmails, lockWithdrawals } from "#users";
import { bitcoinKey } from "../../../test/support/chain/bitcoin-key.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import { saveLock } from "../connections/address-lock-table.ts";
import { deleteRow, insertConnection } from "../connections/connections-table.ts";
import { listWithdrawalQueue } from "../review/review-queue.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { sendWithdrawalCode } from "./send-code.ts";
import { withdrawalTerms } from "./withdrawal-terms.ts";

const CHANGED_AT = new Date("2026-11-20T10:00:30Z");
const HOUR_MS = 3_600_000;
const TEXT =
  "The password, e-mail address or second factor of this account was changed. Withdrawals are locked until 2026-11-21 10:01 UTC. " +
  "If you did not change it, contact support.";

let installation: Installation;
let userId: string;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(5);
  userId = await installation.userWith(1_000_000n);
  await installation.database.transaction((tx) => lockWithdrawals(tx, { userId, now: CHANGED_AT }));
}, 60_000);
afterAll(() => installation.close());

/** Returns the wallet with its clock set to `hours` after the change. */
const later = (hours: number) => ({
  ...installation.wallet,
  clock: { now: () => new Date(CHANGED_AT.getTime() + hours * HOUR_MS) },
});
const refused = expect.objectContaining({
  status: 409,
  code: "withdrawals_locked",
  title: "Withdrawals locked",
  text: TEXT,
});
const withdraw = async (hours: number, method: "wallet" | (typeof SIMULATED_METHODS)[number]) =>
  requestWithdrawal(later(hours), {
    userId,
    amountSats: 100_000n,
    method,
    code: await installation.codeFor(userId),
    ...(method === "wallet"
      ? { walletAddress: installation.outside.address }
      : { walletAddress: "", account: testAccounts[method] }),
    idempotency: identity(userId, "createWithdrawal"),
    visitor: { ip: "127.0.0.1", userAgent: "test" },
  });
const terms = (hours: number) => withdrawalTerms(later(hours), { userId, email: "a@example.org" });

test.each(["wallet", ...SIMULATED_METHODS] as const)(
  "withdrawals by %s are locked, even with the correct code",
  async (method) => {
    for (const hours of [0, 23.9, -48])
      await expect(withdraw(hours, method)).rejects.toEqual(refused);
    expect((await balancesOf(installation.database, userId)).availableSats).toBe(1_000_000n);
  },
);

test("no code is sent for a withdrawal that would be refused", async () => {
  const sending = sendWithdrawalCode(later(1), { userId, email: "a@example.org" });
  await expect(sending).rejects.toEqual(refused);
});

test("the terms show the lock before the user completes the form", async () => {
  expect(await terms(1)).toMatchObject({
    isOpen: false,
    maxSats: 0n,
    closedReason: TEXT,
    lockedUntil: new Date("2026-11-21T10:00:30Z"),
  });
  expect(await terms(24)).toMatchObject({ isOpen: true, closedReason: null, lockedUntil: null });
});

test("withdrawals are unlocked 24 hours after the change", async () => {
  await expect(withdraw(24, "wallet")).resolves.toMatchObject({ amountSats: 100_000n });
  const stranger = await installation.newUser();
  const sent = await sendWithdrawalCode(later(1), { userId: stranger, email: "b@example.org" });
  expect(sent.sentTo).toBe("b***@example.org");
});

test("withdrawals under the address lock can go only to verified addresses", async () => {
  const { database, outside } = installation;
  const owner = await installation.userWith(1_000_000n);
  const { clock } = installation.wallet;
  await verify(owner, outside.address, clock.now());
  await database.transaction(async (tx) => {
    await saveLock(tx, { userId: owner, onSince: clock.now(), offAt: null });
  });
  const elsewhere = bitcoinKey(77).address;
  const notVerified = expect.objectContaining({ status: 409, code: "address_not_verified" });
  await expect(
    installation.withdraw(owner, 100_000n, { walletAddress: elsewhere }),
  ).rejects.toEqual(notVerified);
  for (const method of SIMULATED_METHODS)
    await expect(
      installation.withdraw(owner, 100_000n, {
        method,
        walletAddress: "",
        account: testAccounts[method],
      }),
    ).rejects.toEqual(notVerified);
  const { id } = await installation.withdraw(owner, 100_000n);
  await database.transaction((tx) =>
    saveLock(tx, { userId: owner, onSince: clock.now(), offAt: clock.now() }),
  );
  const other = await installation.withdraw(owner, 100_000n, { walletAddress: elsewhere });
  const { items } = await listWithdrawalQueue(database, {
    filter: "all",
    cursor: undefined,
    limit: 50,
    now: clock.now(),
  });
  const verified = new Map(items.map((item) => [item.id, item.isAddressVerified]));
  expect([verified.get(id), verified.get(other.id)]).toEqual([true, false]);
});

test("an API key can pay only addresses verified a day ago", async () => {
  const { database, outside } = installation;
  const owner = await installation.userWith(1_000_000n);
  const now = installation.wallet.clock.now();
  const [lately, elsewhere] = [bitcoinKey(78).address, bitcoinKey(79).address];
  const connectionId = await verify(owner, outside.address, new Date(now.getTime() - 25 * HOUR_MS));
  await verify(owner, lately, new Date(now.getTime() - 23 * HOUR_MS));
  await verify(await installation.newUser(), elsewhere, new Date(now.getTime() - 25 * HOUR_MS));
  const byKey = (options: Parameters<Installation["withdraw"]>[2] = {}) =>
    installation.withdraw(owner, 100_000n, { code: "", keyName: "Sweeper", ...options });
  const notThere = expect.objectContaining({ status: 403, code: "key_only_to_verified" });
  await expect(byKey({ walletAddress: elsewhere })).rejects.toEqual(notThere);
  for (const method of SIMULATED_METHODS)
    await expect(
      byKey({ method, walletAddress: "", account: testAccounts[method] }),
    ).rejects.toEqual(notThere);
  await expect(byKey({ walletAddress: lately })).rejects.toEqual(
    expect.objectContaining({ status: 409, code: "key_address_too_new" }),
  );
  expect((await balancesOf(database, owner)).availableSats).toBe(1_000_000n);
  // Without a security code, a session cannot withdraw even to the verified address.
  await expect(byKey({ keyName: undefined })).rejects.toEqual(
    expect.objectContaining({ code: "security_code_missing" }),
  );
  await expect(byKey()).resolves.toMatchObject({ amountSats: 100_000n });
  const email = (await findEmails(database, [owner])).get(owner) ?? "";
  const message = await messageTo(database, { email, template: "withdrawal_requested" });
  expect(message.text).toContain('Your key "Sweeper" asked to withdraw');
  await deleteRow(database, { userId: owner, connectionId });
  await expect(byKey()).rejects.toEqual(notThere);
  await database.transaction((tx) => lockWithdrawals(tx, { userId: owner, now }));
  await expect(byKey()).rejects.toEqual(expect.objectContaining({ code: "withdrawals_locked" }));
});

let connections = 0;

/** Saves an address as verified by its owner. Returns its id. */
async function verify(owner: string, address: string, verifiedAt: Date): Promise<string> {
  const parsed = parseAddress("regtest", address);
  if (!parsed.ok) throw new Error("no address");
  const id = `wcn_${(connections += 1)}`;
  const row = { id, userId: owner, network: "regtest", name: id, verifiedAt };
  const proof = { connector: "by_hand", form: "bip322", message: "m", signature: "s" } as const;
  await installation.database.transaction((tx) =>
    insertConnection(tx, { ...parsed, ...row, ...proof }),
  );
  return id;
}
