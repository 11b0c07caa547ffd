/**
 * Computes the progress of a contract: the current day, counted from 1, and the elapsed share of
 * the term.
 */
const DAY_MS = 86_400_000;

export function contractProgress(
  contract: { startsAt: string; endsAt: string },
  now: Date,
): { day: number; days: number; share: number } {
  const start = Date.parse(contract.startsAt);
  const length = Date.parse(contract.endsAt) - start;
  const days = Math.max(1, Math.round(length / DAY_MS));
  const share = length <= 0 ? 1 : Math.min(1, Math.max(0, (now.getTime() - start) / length));
  return { day: Math.min(days, Math.floor(share * days) + 1), days, share };
}
