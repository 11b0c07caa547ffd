/**
 * Tests proofs of liabilities on a real chain: every user can verify their own leaves, the leaves
 * sum to what is owed, and no proof is taken or half written while something is wrong.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyNewTransfers, writeVerdict } from "#ledger";
import { openMasterKey } from "#platform";
import { buildSumTree, rootOf, type SumNode } from "#proofs";
import { anonymousIdsSince } from "#users";
import { isIncluded, type OracleNode } from "../../../test/support/money/inclusion-oracle.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { behindTheGuard } from "../../../test/support/servers/without-triggers.ts";
import { startInstallation, type Installation } from "../../wallet/testing/installation.ts";
import { transparencyRoutes } from "../routes.ts";
import { forgetLeaves, listProofs, newestProof, sweepProofs } from "./proofs-table.ts";
import { takeProof } from "./take-proof.ts";

const DEPOSIT_SATS = 50_000_000n;
const WITHDRAWN_SATS = 10_000_000n;

let installation: Installation;
let market: MovedMarket;
let userIds: string[];

beforeAll(async () => {
  installation = await startInstallation();
  const { database } = installation;
  await installation.mine(13);
  userIds = [];
  for (let count = 0; count < 5; count += 1)
    userIds.push(await installation.userWith(DEPOSIT_SATS + BigInt(count)));
  userIds.push(await installation.newUser());
  market = await forexMarketAt(database, new Date().toISOString());
  await verify();
}, 60_000);
afterAll(() => installation.close());

async function verify(): Promise<void> {
  const { database } = installation;
  await writeVerdict(database, "new", await verifyNewTransfers(database));
}

function deps() {
  const { database, dataDir } = installation;
  const clock = { now: () => new Date() };
  return {
    database,
    clock,
    masterKey: openMasterKey(dataDir),
    treasury: operator.treasury,
    siteUrl: "http://floor.test",
    network: "regtest",
  };
}

function routes() {
  return transparencyRoutes({
    ...operator,
    ...deps(),
    network: "regtest",
    market,
    uncountedSince: anonymousIdsSince,
  })(installation.database);
}

const request = { ...plainRequest, caller: undefined };
const ownLeaves = (proofId: string, userId: string) =>
  routes().getOwnLeaves({
    ...plainRequest,
    caller: { userId } as never,
    params: { proofId },
    query: undefined,
    body: undefined,
  });

async function allLeaves(proofId: string) {
  const leaves: { readonly digest: string; readonly sats: bigint }[] = [];
  let cursor: string | undefined;
  do {
    const page = await routes().listProofLeaves({
      ...request,
      params: { proofId },
      query: cursor === undefined ? {} : { cursor },
    });
    leaves.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return leaves;
}

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const nodeOf = ({
  digest,
  sats,
}: {
  readonly digest: string;
  readonly sats: bigint;
}): SumNode & OracleNode => ({ digest: bytes(digest), sum: sats });

test("every user can verify their own leaves, and the leaves sum to the root", async () => {
  const [ann = ""] = userIds;
  await installation.withdraw(ann, WITHDRAWN_SATS);
  const proof = await takeProof(deps());
  if (!proof) throw new Error("no proof");
  const { items } = await routes().listProofs({ ...request, query: { limit: 10 } });
  expect(items).toMatchObject([{ id: proof.id, root: proof.digest.toString("hex") }]);
  const [published] = items;
  if (!published) throw new Error("no published proof");
  const leaves = await allLeaves(proof.id);
  expect(leaves).toHaveLength(published.leaves);
  const root = rootOf(buildSumTree(leaves.map(nodeOf)));
  expect(Buffer.from(root.digest).toString("hex")).toBe(published.root);
  expect(root.sum).toBe(published.sumSats);
  // A withdrawal on its way is still owed, because its coins are held.
  expect(published.sumSats).toBe(5n * DEPOSIT_SATS + 10n);
  expect(published.ledgerSats).toBe(published.sumSats);
  for (const [count, userId] of userIds.slice(0, 5).entries()) {
    const own = await ownLeaves(proof.id, userId);
    expect(own.totalSats).toBe(DEPOSIT_SATS + BigInt(count));
    for (const { index, sats, path } of own.leaves)
      expect(
        isIncluded(
          {
            nonce: bytes(own.nonce),
            accountNumber: BigInt(own.accountNumber),
            height: BigInt(own.proof.height),
            value: sats,
            index: BigInt(index),
          },
          path.map(nodeOf),
          nodeOf({ digest: own.proof.root, sats: own.proof.sumSats }),
        ),
      ).toBe(true);
  }
});

test("no leaf belongs to two users, and no page names a user", async () => {
  const proof = await newestProof(installation.database);
  const own = await Promise.all(userIds.slice(0, 5).map((id) => ownLeaves(proof?.id ?? "", id)));
  const places = own.flatMap(({ leaves }) => leaves.map(({ index }) => index));
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(own.map(({ nonce }) => nonce)).size).toBe(5);
  const text = JSON.stringify(await allLeaves(proof?.id ?? ""), (_, value: unknown) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  for (const userId of userIds) expect(text).not.toContain(userId);
});

test("a user to whom nothing is owed has no leaves, and unknown proofs are refused", async () => {
  const { id = "" } = (await newestProof(installation.database)) ?? {};
  await expect(ownLeaves(id, userIds[5] ?? "")).rejects.toMatchObject({ code: "no_own_leaves" });
  await expect(ownLeaves("prf_none", userIds[0] ?? "")).rejects.toMatchObject({
    code: "proof_unknown",
  });
  await expect(allLeaves("prf_none")).rejects.toMatchObject({ code: "proof_unknown" });
  for (const cursor of ["-1", "x", "1; drop table", "99999999"])
    await expect(
      routes().listProofLeaves({ ...request, params: { proofId: id }, query: { cursor } }),
    ).rejects.toMatchObject({ code: "invalid_transparency_cursor" });
  await expect(
    routes().listProofs({ ...request, query: { cursor: "yesterday", limit: 1 } }),
  ).rejects.toMatchObject({ code: "invalid_transparency_cursor" });
});

test("no proof is taken while the ledger is broken", async () => {
  const change = (sats: number) =>
    behindTheGuard(
      installation.database,
      "update ledger_accounts set balance = balance + $1 where name = $2",
      [sats, `user:${userIds[1]}:available:BTC`],
    );
  await change(1);
  await verify();
  expect(await takeProof(deps())).toBeUndefined();
  await change(-1);
  await verify();
  expect(await takeProof(deps())).toBeDefined();
});

test.each([
  "update transparency_proofs set sum_sats = sum_sats + 1",
  "delete from transparency_proofs",
])("the owner of the database is refused: %s", async (sql) => {
  await expect(
    asSuperuser(installation.database, (superuser) => superuser.query(sql)),
  ).rejects.toMatchObject({ code: "HF001" });
});

test("a deleted user leaves no leaves behind", async () => {
  const { database } = installation;
  const [, , carl = ""] = userIds;
  const { id = "" } = (await newestProof(database)) ?? {};
  expect((await ownLeaves(id, carl)).leaves).toHaveLength(2);
  await database.transaction((tx) => forgetLeaves(tx, carl));
  await expect(ownLeaves(id, carl)).rejects.toMatchObject({ code: "no_own_leaves" });
});

test("old leaves are deleted, and the roots stay", async () => {
  const { database } = installation;
  const before = await listProofs(database, { limit: 10 });
  await sweepProofs(database, new Date(Date.now() + 1_000));
  expect(await listProofs(database, { limit: 10 })).toEqual(before);
  await expect(allLeaves(before[0]?.id ?? "")).rejects.toMatchObject({ code: "proof_unknown" });
});
