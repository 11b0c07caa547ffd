/**
 * Runs closed-loop load: each caller sends its next request only after it has received the previous
 * response.
 */
export interface Load {
  readonly perSecond: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function callers(
  count: number,
  seconds: number,
  request: () => Promise<unknown>,
): Promise<Load> {
  const end = performance.now() + seconds * 1_000;
  return closedLoop(count, () => (performance.now() < end ? request : undefined));
}

/** Runs the closed loop until every item has been used once. */
export async function eachOnce<Item>(
  count: number,
  items: readonly Item[],
  request: (item: Item) => Promise<unknown>,
): Promise<Load> {
  let place = 0;
  return closedLoop(count, () => {
    const [item] = items.slice(place, place + 1);
    place += 1;
    return item === undefined ? undefined : () => request(item);
  });
}

async function closedLoop(
  count: number,
  next: () => (() => Promise<unknown>) | undefined,
): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  const caller = async (): Promise<void> => {
    for (let request = next(); request; request = next()) {
      const sent = performance.now();
      await request();
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: count }, caller));
  return loadOf(latencies, (performance.now() - start) / 1_000);
}

/** Summarizes the latencies in milliseconds of all requests within this many seconds. */
export function loadOf(all: readonly number[], seconds: number): Load {
  const latencies = all.toSorted((a, b) => a - b);
  const share = (part: number): number =>
    latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds,
    meanMs: latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length,
    p50Ms: share(0.5),
    p99Ms: share(0.99),
  };
}

type Mean = Pick<Load, "perSecond" | "meanMs">;

/**
 * Alternates between two kinds of requests, so that other load on the machine affects both equally.
 * `pause` runs before each request and is not measured.
 */
export async function inTurns(
  seconds: number,
  requests: readonly [() => Promise<unknown>, () => Promise<unknown>],
  pause: () => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly [Mean, Mean]> {
  const sums: [number, number] = [0, 0];
  let rounds = 0;
  const end = performance.now() + seconds * 1_000;
  for (; rounds === 0 || performance.now() < end; rounds += 1)
    for (const [index, request] of requests.entries()) {
      await pause();
      const sent = performance.now();
      await request();
      sums[index === 0 ? 0 : 1] += performance.now() - sent;
    }
  const rateOf = (sum: number): Mean => ({
    perSecond: (rounds * 1_000) / sum,
    meanMs: sum / rounds,
  });
  return [rateOf(sums[0]), rateOf(sums[1])];
}
