/**
 * What luck alone would do to a machine that looks for blocks by itself, at a reference difficulty
 * that stays. Projections: floats do, no money moves by them.
 */
const HASHES_PER_DIFFICULTY = 2 ** 32;
const YEAR_SECONDS = 365.25 * 86_400;

interface SoloOdds {
  /** Mean time to a block; infinite without a hash rate. */
  readonly secondsToBlock: number;
  /** Of at least one block, from 0 to 1. */
  readonly chanceInYear: number;
}

/** Blocks come as a Poisson process: P(none in t) = exp(-t / mean). */
export function soloOdds(hashesPerSecond: number, difficulty: number): SoloOdds {
  const secondsToBlock = (difficulty * HASHES_PER_DIFFICULTY) / hashesPerSecond;
  return { secondsToBlock, chanceInYear: -Math.expm1(-YEAR_SECONDS / secondsToBlock) };
}
