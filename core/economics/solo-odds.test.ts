import { expect, test } from "vitest";
import { soloOdds } from "#economics";

test("12.1 TH/s finds a block in 934 years on average", () => {
  const { secondsToBlock, chanceInYear } = soloOdds(12.1e12, 83e12);
  expect(secondsToBlock).toBeCloseTo(29_461_345_914.7, 1);
  expect(secondsToBlock / 31_557_600).toBeCloseTo(933.574, 2);
  // Chance of at least one block in a year: 1 - exp(-1 / 933.57).
  expect(chanceInYear).toBeCloseTo(0.0010706, 7);
});

test("a network of 594.14 EH/s finds a block every ten minutes on average", () => {
  const { secondsToBlock, chanceInYear } = soloOdds(594.14e18, 83e12);
  expect(secondsToBlock).toBeCloseTo(600, 1);
  expect(chanceInYear).toBe(1);
});

test("a hash rate of 0 never finds a block", () => {
  expect(soloOdds(0, 83e12)).toEqual({ secondsToBlock: Infinity, chanceInYear: 0 });
});
