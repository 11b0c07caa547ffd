/** Recomputes statement lines from their JSON alone, without sharing any code with the product. */
import type { z } from "zod";
import type { miningApi } from "#api/mining";

export type StatementJson = z.input<typeof miningApi.listStatements.response>["items"][number];
type Line = StatementJson["segments"][number];

/** Computes a line's earnings with integers, from the API's description alone. */
export function nanosatsOf(line: Line): bigint {
  const earned = (to: string) => {
    const ms = BigInt(Date.parse(to) - Date.parse(line.stretchFrom));
    const reward = BigInt(line.subsidySats + line.feesSats) * 10n ** 9n;
    const [whole = "", fraction = ""] = line.difficulty.split(".");
    const difficulty = BigInt(whole + fraction.padEnd(8, "0"));
    const feeE4 = BigInt(Math.round(Number(line.poolFeePercent) * 10_000));
    const hashes = BigInt(line.hashRateThs) * 10n ** 12n;
    return (
      (hashes * ms * reward * (1_000_000n - feeE4) * 10n ** 8n) /
      (1_000n * difficulty * 2n ** 32n * 1_000_000n)
    );
  };
  return earned(line.to) - earned(line.from);
}

/** Returns the power cost of a rig's line, rounded up, or 0 for other lines. */
export function powerNanosatsOf({ power, stretchFrom, from, to }: Line): bigint {
  if (power === null) return 0n;
  const watts = BigInt(Math.round(Number(power.powerKw) * 1_000));
  const tariffE6 = BigInt(Math.round(Number(power.usdPerKwh) * 1_000_000));
  const cents = BigInt(Math.round(Number(power.rateUsdPerBtc) * 100));
  const used = (time: string) => {
    const ms = BigInt(Date.parse(time) - Date.parse(stretchFrom));
    const [dividend, divisor] = [watts * ms * tariffE6 * 10n ** 19n, 36n * 10n ** 14n * cents];
    return (dividend + divisor - 1n) / divisor;
  };
  return used(to) - used(from);
}

/** Throws unless lines, sums and carried fractions agree to 10^-9 sat. */
export function mustAddUp(item: StatementJson): void {
  const lines = item.segments.map(nanosatsOf);
  const power = item.segments.map(powerNanosatsOf);
  const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
  const areLinesRight = item.segments.every(
    (line, index) =>
      BigInt(line.nanosats) === lines[index] && BigInt(line.power?.nanosats ?? 0) === power[index],
  );
  const carried = BigInt(item.carryBeforeNanosats) + sum(lines);
  const isPaid = carried === BigInt(item.payoutSats) * SAT + BigInt(item.carryAfterNanosats);
  const {
    prepaidBeforeNanosats = "0",
    chargedSats = 0,
    prepaidAfterNanosats = "0",
  } = item.power ?? {};
  const covered = BigInt(prepaidBeforeNanosats) + BigInt(chargedSats) * SAT;
  const isCharged = covered === sum(power) + BigInt(prepaidAfterNanosats);
  if (!areLinesRight || !isPaid || !isCharged)
    throw new Error(`${item.id} does not add up: ${JSON.stringify(item)}`);
}

const SAT = 10n ** 9n;
