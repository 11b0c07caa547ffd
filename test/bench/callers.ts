/** A closed loop: each caller sends its next request when it has the answer to the last one. */
export interface Load {
  readonly perSecond: number;
  readonly meanMs: number;
  readonly p99Ms: number;
}

export async function callers(
  count: number,
  seconds: number,
  request: () => Promise<unknown>,
): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const caller = async (): Promise<void> => {
    for (let sent = performance.now(); sent < end;) {
      await request();
      const answered = performance.now();
      latencies.push(answered - sent);
      sent = answered;
    }
  };
  await Promise.all(Array.from({ length: count }, caller));
  const elapsed = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    meanMs: latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  };
}
