/**
 * Computes the odds of solo mining at a constant reference difficulty. Floats are acceptable,
 * because the odds move no money.
 */
const HASHES_PER_DIFFICULTY = 2 ** 32;
const YEAR_SECONDS = 365.25 * 86_400;

interface SoloOdds {
  /** Mean time to find a block. Infinity if the hash rate is 0. */
  readonly secondsToBlock: number;
  /** Probability of at least one block, from 0 to 1. */
  readonly chanceInYear: number;
}

/** Computes the odds. Blocks are a Poisson process: P(none in t) = exp(-t / mean). */
export function soloOdds(hashesPerSecond: number, difficulty: number): SoloOdds {
  const secondsToBlock = (difficulty * HASHES_PER_DIFFICULTY) / hashesPerSecond;
  return { secondsToBlock, chanceInYear: -Math.expm1(-YEAR_SECONDS / secondsToBlock) };
}
