/**
 * Tests that a single administrator can neither set a descriptor nor return coins, and that
 * decisions are final.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { coldPerson, descriptorOf } from "../testing/cold-keys.ts";
import {
  exportReturn,
  importReturn,
  postCold,
  setDescriptor,
  twoPeople,
  type TwoPeople,
} from "../testing/cold-wallet.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { listReservedCold } from "./cold-coins-table.ts";
import { descriptorHash } from "./descriptors-table.ts";
import { moveSurplus } from "./move-surplus.ts";
import { approveColdReturn, cancelColdReturn } from "./return-coins.ts";
import { approveDescriptor, proposeDescriptor } from "./set-descriptor.ts";

const BTC = 100_000_000n;
const descriptor = descriptorOf(["Ann", "Bo"].map(coldPerson));
const other = descriptorOf(["Bo", "Cy"].map(coldPerson));

let installation: Installation;
let people: TwoPeople;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  people = await twoPeople(installation);
}, 90_000);
afterAll(() => installation.close());

type Tx = Parameters<Parameters<Installation["database"]["transaction"]>[0]>[0];

const inTransaction = <Answer>(work: (tx: Tx) => Promise<Answer>) =>
  installation.wallet.database.transaction(work);
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "taken",
    (error: { code?: string }) => error.code,
  );
const propose = (text: string, by = people.first) =>
  inTransaction((tx) =>
    proposeDescriptor(tx, installation.wallet.account, {
      descriptor: text,
      reason: "a test",
      by,
      now: new Date(),
    }),
  );
const approve = (id: string, approvalHash: string, by: string) =>
  inTransaction((tx) =>
    approveDescriptor(tx, installation.wallet.account, { id, approvalHash, by, now: new Date() }),
  );

test("a second administrator approves exactly the proposed descriptor, once", async () => {
  const row = await propose(descriptor);
  const approvalHash = descriptorHash(row);
  expect(await codeOf(propose(other))).toBe("cold_descriptor_waits");
  expect(await codeOf(propose(descriptor))).toBe("cold_descriptor_known");
  expect(await codeOf(approve(row.id, approvalHash, people.first))).toBe("cold_own_proposal");
  expect(await codeOf(approve(row.id, "0".repeat(64), people.second))).toBe("cold_approval_stale");
  expect(await codeOf(approve("cds_none", approvalHash, people.second))).toBe("cold_not_found");
  const both = await Promise.all(
    [1, 2].map(() => codeOf(approve(row.id, approvalHash, people.second))),
  );
  expect(new Set(both)).toEqual(new Set(["cold_decided", "taken"]));
  expect(await codeOf(propose(descriptor))).toBe("cold_descriptor_known");
});

test("an approval by a former administrator does not count", async () => {
  const row = await propose(other);
  await installation.database.query("delete from users_roles where user_id = $1", [people.first]);
  expect(await codeOf(approve(row.id, descriptorHash(row), people.second))).toBe(
    "cold_proposer_gone",
  );
  await installation.database.query(
    `insert into users_roles (user_id, role, granted_at, granted_by, needs_confirmation)
     values ($1, 'administrator', now() - interval '1 year', null, false)`,
    [people.first],
  );
  expect(await codeOf(approve(row.id, descriptorHash(row), people.second))).toBe("taken");
});

test("cancelling an approved return releases its coins", async () => {
  const descriptorId = await setDescriptor(
    installation,
    people,
    descriptorOf(["Ann", "Cy"].map(coldPerson)),
  );
  await postCold(installation, { ceiling: 300n * BTC, keep: 220n * BTC });
  await moveSurplus(installation.wallet);
  await installation.send();
  await installation.mine(6);
  const ask = (amountSats: bigint) =>
    exportReturn(installation, people, { descriptorId, amountSats });
  expect(await codeOf(ask(280n * BTC))).toBe("cold_above_ceiling");
  await postCold(installation, { ceiling: 5_000n * BTC, keep: 220n * BTC });
  expect(await codeOf(ask(5_000n * BTC))).toBe("cold_too_little");
  expect(await codeOf(ask(999n))).toBe("cold_amount");
  const alone = { first: people.first, second: people.first };
  const wish = { descriptorId, amountSats: BTC };
  expect(await codeOf(exportReturn(installation, alone, wish))).toBe("cold_own_proposal");
  const open = await ask(BTC);
  // The only cold coin is reserved for the first return.
  expect(await codeOf(ask(BTC))).toMatch(/^cold_(too_little|return_waits)$/);
  const again = { id: open.id, approvalHash: "x", by: people.second, now: new Date() };
  expect(await codeOf(inTransaction((tx) => approveColdReturn(tx, again)))).toBe("cold_decided");
  const cancel = () =>
    inTransaction((tx) =>
      cancelColdReturn(tx, { id: open.id, by: people.second, now: new Date(), reason: "no" }),
    );
  expect(await codeOf(cancel())).toBe("taken");
  expect(await codeOf(cancel())).toBe("cold_decided");
  expect(await listReservedCold(installation.database, open.id)).toEqual([]);
  const sent = { id: open.id, psbt: open.psbt };
  expect(await codeOf(importReturn(installation, people.first, sent))).toBe("cold_not_approved");
  expect(await codeOf(ask(BTC))).toBe("taken");
});
