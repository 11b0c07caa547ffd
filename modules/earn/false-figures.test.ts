/** Tests that twenty accounts cannot distort the fund's public figures by staking. */
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  earnDeps,
  earnRequest,
  lockedInterestSats,
  newAddress,
  saver,
  setFunding,
} from "../../test/support/money/earn.ts";
import { exitPosition } from "./exit-position.ts";
import { listProducts } from "./list-products.ts";
import { stakingFor } from "./offer.ts";
import { openPosition } from "./open-position.ts";

const LIARS = 20;
const STAKE = 1_000_000n;
const FUND = 200_000_000n;
const file = fileDatabase();

test("opening and closing stakes changes neither the rates nor the fund", async () => {
  const deps = earnDeps(file.database);
  await setFunding(file.database, FUND);
  const before = await listProducts(deps);
  for (let one = 0; one < LIARS; one += 1) {
    const userId = await saver(file.database, STAKE);
    for (let round = 0; round < 3; round += 1) {
      const { id: positionId } = await openPosition(deps, {
        request: earnRequest(userId, "openStake"),
        origin: { ip: newAddress() },
        findProduct: () => stakingFor(90),
        amountSats: STAKE,
      });
      await exitPosition(deps, { request: earnRequest(userId, "exitPosition"), positionId });
    }
  }
  expect(await listProducts(deps)).toEqual(before);
});

test("the reserve shows exactly the interest owed to open stakes", async () => {
  const deps = earnDeps(file.database);
  await setFunding(file.database, FUND);
  for (let one = 0; one < LIARS; one += 1)
    await openPosition(deps, {
      request: earnRequest(await saver(file.database, STAKE), "openStake"),
      origin: { ip: newAddress() },
      findProduct: () => stakingFor(90),
      amountSats: STAKE,
    });
  const { fund, products } = await listProducts(deps);
  expect(fund.reservedSats).toBe(await lockedInterestSats(file.database));
  expect(fund.fundingSats + fund.reservedSats).toBe(FUND);
  expect(products.every(({ closedReason }) => closedReason === null)).toBe(true);
});
