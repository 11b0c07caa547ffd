/**
 * Tests that a balance correction needs two people: which administrators may decide, what makes an
 * approval void, and that concurrent decisions have a single outcome.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { adjustmentSteps, newDecider, TREASURY } from "../../../test/support/money/adjustments.ts";
import {
  payInto,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { signUp } from "../../../test/support/servers/sign-in-server.ts";

const PLENTY = 1_000_000_000n;

let office: BackOffice;
let ann: Caller;
let bob: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  await payInto(office.deps, TREASURY, PLENTY);
});
beforeEach(async () => {
  await office.deps.database.query("delete from users_roles");
  ann = await newDecider(office);
  bob = await newDecider(office);
  ({ userId } = await signUp(office.server));
});
afterAll(() => office.close());

const { propose, approve, reject, list, balance } = adjustmentSteps(
  () => office,
  () => userId,
);

describe("decisions by two people", () => {
  test("the proposer can withdraw the proposal but not approve it", async () => {
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(ann, proposed)).rejects.toMatchObject({
      status: 403,
      code: "own_proposal",
    });
    expect(await list(ann, "waiting")).toMatchObject([{ obstacle: "own_proposal" }]);
    await reject(ann, proposed, "a mistake");
    expect(await list(ann, "decided")).toContainEqual(
      expect.objectContaining({ id: proposed.id, state: "rejected", rejectedReason: "a mistake" }),
    );
  });

  test("the user whose balance is corrected cannot decide about the correction", async () => {
    const proposed = await propose(ann, { amountSats: 1n }, { user: bob.userId });
    const refused = { status: 403, code: "own_account" };
    await expect(approve(bob, proposed)).rejects.toMatchObject(refused);
    await expect(reject(bob, proposed)).rejects.toMatchObject(refused);
    await reject(ann, proposed);
  });

  test("a proposer cannot approve a correction of their own balance", async () => {
    const proposed = await propose(ann, { amountSats: 1n }, { user: ann.userId });
    expect(await list(ann, "waiting")).toMatchObject([{ obstacle: "own_proposal" }]);
    await expect(approve(ann, proposed)).rejects.toMatchObject({
      status: 403,
      code: "own_account",
    });
    await reject(ann, proposed, "a mistake");
    expect(await list(ann, "waiting")).toEqual([]);
    await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "adjustment_decided" });
  });

  test("a decision requires two-factor authentication and the administrator role", async () => {
    const proposed = await propose(ann, { amountSats: 1n });
    const weak = { ...bob, aal: "aal1" as const };
    const refused = {
      status: 403,
      code: "second_factor_required",
      title: "Two-factor authentication needed",
    };
    await expect(propose(weak, { amountSats: 1n })).rejects.toMatchObject(refused);
    await expect(approve(weak, proposed)).rejects.toMatchObject(refused);
    await expect(reject(weak, proposed)).rejects.toMatchObject(refused);
    const nobody = { ...bob, userId };
    await expect(approve(nobody, proposed)).rejects.toMatchObject({ code: "not_admin" });
    await reject(bob, proposed);
  });

  test.each([
    ["demoted", "delete from users_roles where user_id = $1"],
    ["disabled", "update users_users set banned_until = now() + interval '1 year' where id = $1"],
  ])("a proposal whose proposer was %s must be proposed again", async (_, sql) => {
    const proposed = await propose(ann, { amountSats: 1n });
    await office.deps.database.query(sql, [ann.userId]);
    await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "proposer_gone" });
    expect((await balance()).availableSats).toBe(0n);
    await reject(bob, proposed);
  });

  test("the database refuses an approval by the proposer", async () => {
    const { id } = await propose(ann, { amountSats: 1n });
    await expect(
      office.deps.database.query(
        "update admin_adjustments set state = 'approved', decided_by = proposed_by, decided_at = now() where id = $1",
        [id],
      ),
    ).rejects.toThrow("check constraint");
  });
});

test.each([
  ["amount", "amount + 1"],
  ["reason", "'another reason'"],
  ["user_id", `'${randomUUID()}'`],
  ["asset", "'USD'"],
])("changing the proposal's %s voids the approval", async (column, value) => {
  const proposed = await propose(ann, { amountSats: 7n });
  await office.deps.database.query(
    `update admin_adjustments set ${column} = ${value} where id = $1`,
    [proposed.id],
  );
  await expect(approve(bob, proposed)).rejects.toMatchObject({
    status: 409,
    code: "approval_stale",
  });
  await reject(bob, proposed);
});

test("concurrent decisions have only one outcome", async () => {
  const carl = await newDecider(office);
  for (let round = 0; round < 10; round += 1) {
    const had = (await balance()).availableSats;
    const proposed = await propose(ann, { amountSats: 10n });
    const results = await Promise.allSettled([
      approve(bob, proposed),
      approve(carl, proposed),
      reject(ann, proposed),
    ]);
    const won = results.map(({ status }) => status === "fulfilled");
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await balance()).availableSats).toBe(won[2] ? had : had + 10n);
  }
});
