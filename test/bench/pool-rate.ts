/**
 * Computes how far the pool's five-minute hash rate differs from a miner's real speed. The
 * simulation uses a hundred miners with random shares and the pool's difficulty adjustment.
 */
import { MICROS_MIN } from "../../modules/pool/stratum/difficulty.ts";
import { counted, retargeted, startVardiff } from "../../modules/pool/stratum/vardiff.ts";

const MINERS = 100;
const WARM_UP_MS = 15 * 60_000;
const WINDOW_MS = 5 * 60_000;
const TICK_MS = 1_000;
const HASHES_PER_MICRO = 2 ** 32 / 1_000_000;
/**
 * Range of miner speeds in hashes per second, from a small CPU to a warehouse, distributed evenly
 * on a logarithmic scale.
 */
const SLOWEST = 1e6;
const DECADES = 9;

/** Returns the mean deviation as a fraction of the real speed. */
export function rateError(random: () => number): number {
  const errors = Array.from({ length: MINERS }, (_, at) =>
    errorOf(SLOWEST * 10 ** ((DECADES * at) / MINERS), random),
  );
  return errors.reduce((sum, error) => sum + error, 0) / MINERS;
}

function errorOf(hashesPerSecond: number, random: () => number): number {
  const endMs = WARM_UP_MS + WINDOW_MS;
  let vardiff = startVardiff(0);
  let workMicros = 0;
  let nowMs = 0;
  let tickMs = TICK_MS;
  const waitMs = (): number => {
    const meanMs = (vardiff.micros * HASHES_PER_MICRO * 1_000) / hashesPerSecond;
    return -Math.log(1 - random()) * meanMs;
  };
  let shareMs = waitMs();
  while (nowMs < endMs) {
    const { micros } = vardiff;
    nowMs = Math.min(shareMs, tickMs);
    if (nowMs === shareMs && nowMs < endMs) {
      vardiff = counted(vardiff, micros);
      if (nowMs >= WARM_UP_MS) workMicros += micros;
    }
    vardiff = retargeted(vardiff, nowMs);
    // Finding shares is memoryless, so the wait for the next share starts again whenever the
    // difficulty changes.
    if (nowMs === shareMs || vardiff.micros !== micros) shareMs = nowMs + waitMs();
    if (nowMs === tickMs) tickMs += TICK_MS;
  }
  if (vardiff.micros < MICROS_MIN) throw new Error("easier than the pool hands out");
  const perSecond = (workMicros * HASHES_PER_MICRO * 1_000) / WINDOW_MS;
  return Math.abs(perSecond / hashesPerSecond - 1);
}
