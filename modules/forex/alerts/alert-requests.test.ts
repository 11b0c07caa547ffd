/** Tests the rules for alerts that users create: bad inputs, duplicates, limits, and deletion. */
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, people, type DeskTestDeps } from "../../../test/support/money/forex.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { forexProduct } from "../product.ts";
import {
  changeAlert,
  createAlert,
  removeAlert,
  type AlertDraft,
  type AlertRequestDeps,
} from "./alert-requests.ts";
import { alertsOf } from "./alerts-table.ts";

const file = fileDatabase();
let deps: AlertRequestDeps & Pick<DeskTestDeps, "feed">;
beforeAll(() => {
  deps = { ...deskDeps(file.database), people };
});
const refused = (code: string) => expect.objectContaining({ code });

const PRICE = { kind: "PRICE", instrument: "EUR_USD", direction: "ABOVE", level: "1.2" } as const;
const create = (userId: string, draft: AlertDraft) => createAlert(deps, { userId, draft });
const newUser = async () => (await testUser(file.database)).userId;

test.each<[string, Partial<AlertDraft>, string]>([
  ["an unknown pair", { instrument: "EUR_XXX" }, "instrument_unknown"],
  ["the reference instrument", { instrument: "BTC_USD" }, "instrument_not_tradeable"],
  ["a price of 0", { level: "0" }, "price_invalid"],
  ["a price with too many digits", { level: "1.123456" }, "price_precision_exceeded"],
  ["a price in words", { level: "high" }, "price_invalid"],
  ["a price with a comma", { level: "1,2" }, "price_invalid"],
  ["a spread of a twentieth of a pip", { kind: "SPREAD", level: "0.05" }, "alert_level_invalid"],
  ["a spread above 1,000 pips", { kind: "SPREAD", level: "1000.1" }, "alert_level_invalid"],
  ["a day's move of 0", { kind: "DAY_MOVE", level: "0" }, "alert_level_invalid"],
  ["a day's move of 51 %", { kind: "DAY_MOVE", level: "51" }, "alert_level_invalid"],
  ["a negative equity", { kind: "EQUITY", level: "-5" }, "alert_level_invalid"],
  ["an equity in thousandths", { kind: "EQUITY", level: "5.001" }, "alert_level_invalid"],
  ["a margin level of 0.5 %", { kind: "MARGIN_LEVEL", level: "0.5" }, "alert_level_invalid"],
  [
    "an expiry in the past",
    { expiresAt: new Date("2026-09-16T08:59:59Z") },
    "alert_expiry_invalid",
  ],
  [
    "an expiry in ten years",
    { expiresAt: new Date("2036-09-16T09:00:00Z") },
    "alert_expiry_invalid",
  ],
])("%s is refused", async (_, draft, code) => {
  const userId = await newUser();
  await expect(create(userId, { ...PRICE, ...draft })).rejects.toEqual(refused(code));
  expect(await alertsOf(file.database, userId)).toEqual([]);
});

test("a second alert with the same condition is refused and names the first", async () => {
  const userId = await newUser();
  const first = await create(userId, PRICE);
  const again = create(userId, { ...PRICE, level: "1.20000", note: "again", repeatSeconds: 60 });
  await expect(again).rejects.toEqual(refused("alert_exists"));
  await expect(again).rejects.toThrow(`EUR/USD mid price at or above 1.20000 (${first.id})`);
  for (const other of [{ side: "BID" }, { direction: "BELOW" }, { instrument: "EUR_GBP" }] as const)
    await create(userId, { ...PRICE, ...other });
  await create(await newUser(), PRICE);
});

test("concurrent requests create neither duplicates nor more than 50 alerts", async () => {
  const userId = await newUser();
  const levels = Array.from({ length: 60 }, (_, index) => `1.${1_000 + index}`);
  const all = await Promise.allSettled(
    [...levels, ...levels].map((level) => create(userId, { ...PRICE, level })),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  const stored = await alertsOf(file.database, userId);
  expect(new Set(stored.map(({ level }) => level)).size).toBe(50);
  await expect(create(userId, { ...PRICE, level: "2" })).rejects.toEqual(
    refused("too_many_alerts"),
  );
});

test("a change keeps the alert's own condition and refuses another's", async () => {
  const userId = await newUser();
  const [one, other] = [
    await create(userId, PRICE),
    await create(userId, { ...PRICE, level: "1.3" }),
  ];
  const change = (draft: AlertDraft) => changeAlert(deps, { userId, id: one.id, draft });
  expect(await change({ ...PRICE, note: "new" })).toMatchObject({ id: one.id, note: "new" });
  await expect(change({ ...PRICE, level: "1.3" })).rejects.toThrow(other.id);
});

test("another user's alert is unknown", async () => {
  const [userId, stranger] = [await newUser(), await newUser()];
  const { id } = await create(userId, PRICE);
  const unknown = refused("alert_unknown");
  await expect(removeAlert(deps, { userId: stranger, id })).rejects.toEqual(unknown);
  await expect(changeAlert(deps, { userId: stranger, id, draft: PRICE })).rejects.toEqual(unknown);
  await removeAlert(deps, { userId, id });
  await expect(removeAlert(deps, { userId, id })).rejects.toEqual(unknown);
});

test("only the newest 50 ended alerts are kept", async () => {
  const userId = await newUser();
  for (let index = 0; index < 53; index += 1) {
    await create(userId, { ...PRICE, level: `1.${1_000 + index}` });
    await file.database.query("update forex_alerts set state = 'EXPIRED' where user_id = $1", [
      userId,
    ]);
  }
  await create(userId, PRICE);
  expect(await alertsOf(file.database, userId)).toHaveLength(51);
});

test("the alerts of a deleted account are deleted, and it gets no new ones", async () => {
  const userId = await newUser();
  await create(userId, PRICE);
  const product = forexProduct(deps.feed);
  await file.database.transaction((tx) => product.forget(tx, { userId, now: deps.clock.now() }));
  expect(await alertsOf(file.database, userId)).toEqual([]);
  await file.database.query("update users_users set deleted_at = now() where id = $1", [userId]);
  await expect(create(userId, PRICE)).rejects.toEqual(refused("session_ended"));
});
