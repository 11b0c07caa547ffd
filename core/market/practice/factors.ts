/**
 * Draws a day's randomness. Each of ten independent factors takes 256 steps per five-minute block,
 * and a fair coin toss decides whether a step goes up or down. The price is therefore a martingale
 * at any step size, and no strategy has a positive expected gain.
 */
import { FOREIGN_CURRENCIES } from "../instruments/currencies.ts";
import { BLOCK_MS, BLOCKS } from "../path/sessions.ts";
import { drawSigns } from "./seeds.ts";

export const FACTORS = FOREIGN_CURRENCIES.length;
export const STEPS = 256;
const WORDS = STEPS / 32;
/** Block number for the coin tosses of a gap, after the day's own blocks. */
const GAP_BLOCK = BLOCKS;

export interface Factors {
  /** Up steps minus down steps of a factor, `intoMs` milliseconds into a block. */
  readonly sumAt: (block: number, factor: number, intoMs: number) => number;
  /** Up steps minus down steps of a factor in the whole block. */
  readonly sumOf: (block: number, factor: number) => number;
  /** Up steps minus down steps of a factor's 256 coin tosses for the closed hours. */
  readonly gapOf: (factor: number) => number;
}

export function factorsOf(seed: Uint8Array): Factors {
  const words = new Uint32Array((BLOCKS + 1) * FACTORS * WORDS);
  const upsBefore = new Uint16Array((BLOCKS + 1) * FACTORS * (WORDS + 1));
  for (let row = 0; row < (BLOCKS + 1) * FACTORS; row += 1) {
    drawSigns(seed, Math.floor(row / FACTORS), row % FACTORS, words, row * WORDS);
    for (let word = 0; word < WORDS; word += 1)
      upsBefore[row * (WORDS + 1) + word + 1] =
        (upsBefore[row * (WORDS + 1) + word] ?? 0) + ones(words[row * WORDS + word] ?? 0);
  }
  const sumAfter = (row: number, steps: number) => {
    const word = steps >>> 5;
    const extraSteps = steps & 31;
    const before = upsBefore[row * (WORDS + 1) + word] ?? 0;
    const ups =
      extraSteps === 0
        ? before
        : before + ones((words[row * WORDS + word] ?? 0) >>> (32 - extraSteps));
    return 2 * ups - steps;
  };
  return {
    sumAt: (block, factor, intoMs) => sumAfter(block * FACTORS + factor, stepsBy(intoMs, factor)),
    sumOf: (block, factor) => sumAfter(block * FACTORS + factor, STEPS),
    gapOf: (factor) => sumAfter(GAP_BLOCK * FACTORS + factor, STEPS),
  };
}

/**
 * Returns the number of steps that a factor has taken `intoMs` into a block. Factors step in
 * round-robin order, so that prices move at almost every tick.
 */
export function stepsBy(intoMs: number, factor: number): number {
  const turns = FACTORS + 1;
  return Math.floor((intoMs * STEPS * turns + (FACTORS - factor) * BLOCK_MS) / (BLOCK_MS * turns));
}

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
