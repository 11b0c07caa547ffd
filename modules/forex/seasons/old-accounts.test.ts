/** Tests that the accounts of an earlier release are in their first season after an update. */
import { join } from "node:path";
import { giveLogin, openDatabase, prepareDatabase, readSchema } from "#platform";
import { expect, onTestFinished, test } from "vitest";
import { asSuperuser, fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, order, trader } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { viewStatistics } from "../lists/statistics.ts";
import { readSeason } from "./read-season.ts";
import { currentSeason, endedSeasons } from "../book/seasons-table.ts";
import { startSeason } from "./start-season.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILE = "022-seasons.sql";
const file = fileDatabase();

test("an account of an earlier release is in season 1 with all of its history", async () => {
  const old = file.database;
  const deps = deskDeps(old);
  const userId = await trader(deps);
  await order(deps, userId, { units: "2000" });
  await order(deps, userId, { units: "-1500" });
  await asSuperuser(old, async (superuser) => {
    await superuser.query("drop table forex_seasons");
    await superuser.query("drop function forex_seasons_in_order");
    await superuser.query("delete from platform_migrations where file = $1", [FILE]);
  });
  const { applied, roles } = await prepareDatabase(file.url, readSchema(ROOT));
  const login = await giveLogin(file.url, roles.application);
  const database = openDatabase(login, { connectionsMax: 5 });
  onTestFinished(() => database.close());
  expect(applied.filter((name) => name.endsWith(FILE))).toHaveLength(1);
  const [first] = await database.query<{ at: Date }>(
    "select at from forex_transactions where user_id = $1 and id = 1",
    [userId],
  );
  expect(await currentSeason(database, userId)).toEqual({
    number: 1,
    beganAt: first?.at,
    afterTransaction: 0,
  });
  const season = await readSeason(database, userId, "current");
  expect(await viewStatistics(database, userId, season)).toEqual(
    await viewStatistics(database, userId),
  );
  const request = moneyRequest(userId, "startForexSeason");
  expect(await startSeason({ ...deps, database }, { request, ends: 1 })).toMatchObject({
    number: 2,
  });
  expect(await endedSeasons(database, userId, { limit: 5 })).toMatchObject([
    { number: 1, trades: 1, beganAt: first?.at },
  ]);
});
