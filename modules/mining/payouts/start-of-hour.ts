const HOUR_MS = 3_600_000;

/** The last full UTC hour. Mining is paid at each of them. */
export function startOfHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
