/**
 * The lock after a change of password, e-mail address or second factor, and the limit to verified
 * addresses, in the transaction of a withdrawal.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf } from "#ledger";
import { SIMULATED_METHODS, testAccounts } from "#api-schema/payout-accounts";
import { parseAddress } from "#bitcoin";
import { lockWithdrawals } from "#users";
import { bitcoinKey } from "../../test/support/bitcoin-key.ts";
import { saveLock } from "../connections/address-lock-table.ts";
import { insertConnection } from "../connections/connections-table.ts";
import { listWithdrawalQueue } from "../review/review-queue.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { sendWithdrawalCode } from "./send-code.ts";
import { withdrawalTerms } from "./withdrawal-terms.ts";

const CHANGED_AT = new Date("2026-11-20T10:00:30Z");
const HOUR_MS = 3_600_000;
const TEXT =
  "The password, e-mail address or second factor of this account was changed, so nothing can be withdrawn until 2026-11-21 10:01 UTC. " +
  "If it was not you, write to support.";

let installation: Installation;
let userId: string;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(5);
  userId = await installation.userWith(1_000_000n);
  await installation.database.transaction((tx) => lockWithdrawals(tx, { userId, now: CHANGED_AT }));
}, 60_000);
afterAll(() => installation.close());

/** The wallet some hours after the change. */
const later = (hours: number) => ({
  ...installation.wallet,
  clock: { now: () => new Date(CHANGED_AT.getTime() + hours * HOUR_MS) },
});
const refused = expect.objectContaining({
  status: 409,
  code: "withdrawals_locked",
  title: "Withdrawals Locked",
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
  "locks withdrawals by %s, with the right code too, and a clock put back does not open them",
  async (method) => {
    for (const hours of [0, 23.9, -48])
      await expect(withdraw(hours, method)).rejects.toEqual(refused);
    expect((await balancesOf(installation.database, userId)).availableSats).toBe(1_000_000n);
  },
);

test("no code is sent for what would be refused", async () => {
  const asked = sendWithdrawalCode(later(1), { userId, email: "a@example.org" });
  await expect(asked).rejects.toEqual(refused);
});

test("the terms say so before anything is filled in", async () => {
  expect(await terms(1)).toMatchObject({
    isOpen: false,
    maxSats: 0n,
    closedReason: TEXT,
    lockedUntil: new Date("2026-11-21T10:00:30Z"),
  });
  expect(await terms(24)).toMatchObject({ isOpen: true, closedReason: null, lockedUntil: null });
});

test("after 24 hours, another person, or before any change: open", async () => {
  await expect(withdraw(24, "wallet")).resolves.toMatchObject({ amountSats: 100_000n });
  const stranger = await installation.newUser();
  const asked = await sendWithdrawalCode(later(1), { userId: stranger, email: "b@example.org" });
  expect(asked.sentTo).toBe("b***@example.org");
});

test("limited to verified addresses: by no method elsewhere; administrators see which is verified", async () => {
  const { database, outside } = installation;
  const owner = await installation.userWith(1_000_000n);
  const { clock } = installation.wallet;
  const parsed = parseAddress("regtest", outside.address);
  if (!parsed.ok) throw new Error("no address");
  const row = { userId: owner, network: "regtest", name: "Mine", verifiedAt: clock.now() };
  await database.transaction(async (tx) => {
    const proof = { connector: "by_hand", form: "bip322", message: "m", signature: "s" } as const;
    await insertConnection(tx, { id: "wcn_1", ...parsed, ...row, ...proof });
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
