/**
 * Tests the announcement with a real database: it is plain text with a start and an end, only one
 * is shown at a time, and none is ever deleted.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bannerAt } from "#admin";
import { verifyAudit } from "#audit";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import {
  startSiteSettings,
  type SiteSettings,
} from "../../../test/support/servers/site-settings.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";

const HOUR_MS = 3_600_000;
const TEXT = "Maintenance tonight from 22:00 UTC. Mining goes on.";

let office: SiteSettings;
beforeAll(async () => {
  office = await startSiteSettings();
});
afterAll(() => office.close());
beforeEach(() => {
  office.announced.length = 0;
});

type Body = Parameters<SiteSettings["routes"]["setBanner"]>[0]["body"];

async function set(change: Partial<Body>, caller = office.admin) {
  const [current] = (await office.settings()).banners;
  const body = { seenId: current?.id ?? null, text: TEXT, severity: "info" as const };
  const times = { from: null, until: null, reason: "a test" };
  return office.routes.setBanner({
    ...plainRequest,
    caller,
    body: { ...body, ...times, ...change },
  });
}

const inHours = (hours: number) => new Date(office.deps.clock.now().getTime() + hours * HOUR_MS);
const shown = (at = office.deps.clock.now()) => bannerAt(office.deps.database, at);

test("a new installation shows no announcement", async () => {
  expect((await office.settings()).banners).toEqual([]);
  expect(await shown()).toBeNull();
  await expect(set({ text: "" })).rejects.toMatchObject({ code: "banner_same" });
});

test("an announcement is shown from its start to its end and stays in the audit log", async () => {
  const [from, until] = [inHours(2), inHours(4)];
  const { banners } = await set({ severity: "warning", from, until });
  expect(banners[0]).toMatchObject({ text: TEXT, from, until, setBy: office.admin.email });
  expect(office.announced).toEqual(["banner"]);
  expect(await shown()).toBeNull();
  expect(await shown(inHours(3))).toEqual({ id: banners[0]?.id, text: TEXT, severity: "warning" });
  expect(await shown(until)).toBeNull();
  expect(await office.lastEntry()).toMatchObject({
    action: "settings.banner",
    before: {},
    after: { announcement: TEXT, severity: "warning" },
  });
});

test("a new announcement replaces the previous one", async () => {
  await set({ text: "Deposits take longer today." });
  expect(await shown()).toMatchObject({ text: "Deposits take longer today.", severity: "info" });
  await set({ text: "" });
  expect(await shown()).toBeNull();
  expect((await office.settings()).banners.map(({ text }) => text)).toEqual([
    "",
    "Deposits take longer today.",
    TEXT,
  ]);
});

test("the current announcement is shown until the planned one starts", async () => {
  await set({ text: "Running" });
  const from = inHours(20);
  const { banners, shownBanner } = await set({ text: "Maintenance", severity: "warning", from });
  expect(banners[0]).toMatchObject({ text: "Maintenance", from });
  expect(shownBanner).toMatchObject({ text: "Running", setBy: office.admin.email });
  expect(await shown()).toMatchObject({ text: "Running", severity: "info" });
  expect(await shown(new Date(from.getTime() - 1))).toMatchObject({ text: "Running" });
  expect(await shown(from)).toMatchObject({ text: "Maintenance", severity: "warning" });
});

test("an ended announcement is not shown again after a newer one ends", async () => {
  await set({ text: "Running", until: inHours(1) });
  await set({ text: "Maintenance", from: inHours(2), until: inHours(3) });
  expect(await shown()).toMatchObject({ text: "Running" });
  expect(await shown(inHours(1.5))).toBeNull();
  await set({ text: "Always" });
  await set({ text: "Maintenance", from: inHours(2), until: inHours(3) });
  expect(await shown(inHours(2.5))).toMatchObject({ text: "Maintenance" });
  expect(await shown(inHours(3.5))).toBeNull();
});

test("an immediate announcement is shown even if another server's clock is behind", async () => {
  await set({ text: "Running" });
  const running = { text: "Running", severity: "info" };
  office.server.clock.move(-2_000);
  await set({ text: "Planned", from: inHours(20) });
  expect(await shown()).toMatchObject(running);
  office.server.clock.move(2_000);
  expect(await shown()).toMatchObject(running);
  expect(await shown(inHours(21))).toMatchObject({ text: "Planned" });
});

test("postponing a planned announcement keeps the current one until the new start", async () => {
  await set({ text: "Running" });
  await set({ text: "On Monday", from: inHours(2) });
  await set({ text: "On Friday", from: inHours(50) });
  expect(await shown(inHours(3))).toMatchObject({ text: "Running" });
  expect(await shown(inHours(51))).toMatchObject({ text: "On Friday" });
  await set({ text: "On Sunday", from: inHours(1) });
  expect(await shown(inHours(51))).toMatchObject({ text: "On Sunday" });
});

test("an immediate announcement cancels the planned one", async () => {
  await set({ text: "Maintenance", from: inHours(2) });
  await set({ text: "At once" });
  expect(await shown()).toMatchObject({ text: "At once" });
  expect(await shown(inHours(3))).toMatchObject({ text: "At once" });
});

test("taking down the announcement also cancels the planned one", async () => {
  await set({ text: "Running" });
  await set({ text: "Maintenance", from: inHours(2) });
  const { shownBanner } = await set({ text: "" });
  expect(shownBanner).toBeNull();
  expect(await shown()).toBeNull();
  expect(await shown(inHours(3))).toBeNull();
  await expect(set({ text: "" })).rejects.toMatchObject({ code: "banner_same" });
});

test("a planned announcement that has started can be changed like the current one", async () => {
  await set({ text: "Running" });
  await set({ text: "Maintenance", from: inHours(1) });
  office.server.clock.move(2 * HOUR_MS);
  expect((await office.settings()).shownBanner).toMatchObject({ text: "Maintenance" });
  await set({ text: "Later than thought", from: inHours(1) });
  expect(await shown()).toMatchObject({ text: "Maintenance" });
  expect(await shown(inHours(1))).toMatchObject({ text: "Later than thought" });
});

test.each([
  ["ends before it begins", () => ({ from: inHours(3), until: inHours(2) }), "banner_time_invalid"],
  ["has ended already", () => ({ until: inHours(-1) }), "banner_time_invalid"],
  ["ends in 91 days", () => ({ until: inHours(91 * 24) }), "banner_time_invalid"],
  ["begins in 91 days", () => ({ from: inHours(91 * 24) }), "banner_time_invalid"],
  ["has two lines", () => ({ text: "One\nTwo" }), "banner_text_invalid"],
  ["turns its direction", () => ({ text: "Pay \u202Eereh" }), "banner_text_invalid"],
])("an announcement that %s is refused without an audit entry", async (_, change, code) => {
  const [before, entries] = [await office.settings(), await office.auditEntries()];
  await expect(set(change())).rejects.toMatchObject({ status: 422, code });
  expect((await office.settings()).banners).toEqual(before.banners);
  expect(await office.auditEntries()).toBe(entries);
  expect(office.announced).toEqual([]);
});

test("only the first of two concurrent changes of an announcement succeeds", async () => {
  const seenId = (await office.settings()).banners[0]?.id ?? null;
  const results = await Promise.allSettled([
    set({ seenId, text: "First" }),
    set({ seenId, text: "Second" }, office.other),
  ]);
  expect(results.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { status: 409, code: "banner_changed" } },
  ]);
});

test("the database refuses to modify an announcement", async () => {
  const rewritten = asSuperuser(office.deps.database, (superuser) =>
    superuser.query("update admin_banners set text = 'Never said'"),
  );
  await expect(rewritten).rejects.toMatchObject({ code: "HF001" });
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});
