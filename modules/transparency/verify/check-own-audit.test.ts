/**
 * Tests that users can verify administrators' actions on their accounts, with the answers of the
 * real routes, and that changed, removed and replaced entries are found.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { ownAuditRoutes } from "#admin";
import { recordAudit, type AuditHead as Head } from "#audit";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { behindTheGuard } from "../../../test/support/servers/without-triggers.ts";
import { checkOwnAudit, readOwnAudit, type AuditHead, type OwnAudit } from "./check-own-audit.ts";
import type { Read } from "./read-site.ts";

const installation = fileDatabase();
const administrator = randomUUID();
const ann = randomUUID();
let heads: AuditHead[];
let own: OwnAudit;

/** Records 300 entries, of which every hundredth is about Ann. */
beforeAll(async () => {
  heads = [];
  for (let one = 1; one <= 300; one += 1) {
    const { seq, hash } = await record(one % 100 === 0 ? ann : randomUUID(), `reason ${one}`);
    heads.push({ seq: Number(seq), hash });
  }
  own = await readOwnAudit(readAs(ann));
}, 60_000);

function record(target: string, reason: string): Promise<Head> {
  return installation.database.transaction((tx) =>
    recordAudit(tx, {
      at: new Date(),
      actor: administrator,
      action: "user.change",
      target,
      reason,
      before: { isAdmin: false, limitSats: 1_000 },
      after: { isAdmin: true, limitSats: null },
    }),
  );
}

function readAs(userId: string): Read {
  const routes = ownAuditRoutes({ database: installation.database });
  return ((route: { readonly path: string }, _: unknown, { limit, cursor }: Partial<Page> = {}) => {
    const request = { ...plainRequest, caller: { userId }, params: undefined, body: undefined };
    const page = { limit: Number(limit ?? 100), ...(cursor === undefined ? {} : { cursor }) };
    return route.path.endsWith("/links")
      ? routes.listAuditLinks({ ...request, query: page } as never)
      : routes.listOwnAudit({ ...request, query: page } as never);
  }) as unknown as Read;
}

interface Page {
  readonly limit: string;
  readonly cursor: string;
}

const check = (change: Partial<OwnAudit>, logged: readonly AuditHead[] | undefined = heads) =>
  checkOwnAudit({ ...own, ...change }, logged);

test("own entries match their commitments and lead to the logged entries", () => {
  expect(own.actions.map(({ seq }) => seq)).toEqual([300, 200, 100]);
  expect(check({})).toMatchObject({ state: "ok", text: "3 of 3 entries match their commitments" });
  expect(check({}, heads.slice(0, 250)).text).toBe(
    "3 of 3 entries match their commitments, 1 are not in the public log yet",
  );
  expect(checkOwnAudit(own, undefined).text).toContain(`Keep entry 300: ${heads[299]?.hash}`);
  expect(checkOwnAudit(undefined, heads).state).toBe("not checked");
});

test("a user without entries reads no chain", async () => {
  const none = await readOwnAudit(readAs(randomUUID()));
  expect(none).toEqual({ actions: [], links: [] });
  expect(checkOwnAudit(none, heads).state).toBe("not checked");
});

test.each<[string, (shown: OwnAudit) => Partial<OwnAudit>]>([
  ["another reason", ({ actions }) => ({ actions: withFirst(actions, { reason: "nicer" }) })],
  ["another time", ({ actions }) => ({ actions: withFirst(actions, { at: new Date(0) }) })],
  ["another action", ({ actions }) => ({ actions: withFirst(actions, { action: "user.view" }) })],
  ["another fact", ({ actions }) => ({ actions: withFirst(actions, { after: {} }) })],
  ["another administrator", ({ actions }) => ({ actions: withFirst(actions, { isOwn: true }) })],
  ["another nonce", ({ actions }) => ({ actions: withFirst(actions, { nonce: "00".repeat(32) }) })],
  ["a link left out", ({ links }) => ({ links: links.toSpliced(20, 1) })],
  ["a changed link", ({ links }) => ({ links: withFirst(links, { restHash: "00".repeat(32) }) })],
  ["a link without commitment", ({ links }) => ({ links: withLast(links, { userHash: null }) })],
])("%s fails", (_, change) => {
  expect(check(change(own)).state).toBe("failed");
});

test("a chain that is not the logged one fails", async () => {
  await behindTheGuard(installation.database, "delete from audit_entries where seq > 150");
  for (let one = 151; one <= 300; one += 1) await record(one === 200 ? ann : randomUUID(), "new");
  const rewritten = await readOwnAudit(readAs(ann));
  expect(checkOwnAudit(rewritten, undefined).state).toBe("ok");
  expect(checkOwnAudit(rewritten, heads)).toMatchObject({
    state: "failed",
    text: "the public log has another hash for entry 151",
  });
}, 60_000);

test("the chain contains no name or id of a user", () => {
  const text = JSON.stringify(own.links);
  expect(text).not.toContain(ann);
  expect(text).not.toContain(administrator);
  const hashes = own.links.flatMap(({ userHash, restHash }) => [userHash, restHash]);
  // Entries with the same content have different commitments.
  expect(new Set(hashes).size).toBe(hashes.length);
});

function withFirst<Item>([first, ...rest]: readonly Item[], change: Partial<Item>): Item[] {
  if (first === undefined) throw new Error("no item");
  return [{ ...first, ...change }, ...rest];
}

function withLast<Item>(items: readonly Item[], change: Partial<Item>): Item[] {
  return withFirst(items.toReversed(), change).toReversed();
}
