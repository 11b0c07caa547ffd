/**
 * Each process numbers its messages over NATS, starting at 1. A skipped number is a lost message,
 * for example because two servers of a cluster lost their connection while both kept their clients.
 */
export interface ReceivedNumbers {
  /** True if an earlier message of this sender was not received. */
  isAfterGap(speaker: string, number: number): boolean;
  /** Starts listening: forgets all senders. */
  begin(): void;
}

/** An installation has few processes, but each start is a new sender. */
const SPEAKERS_MAX = 1_000;

/** `silenceMsMax`: every reachable process sends at least one message within this time. */
export function createReceivedNumbers(
  silenceMsMax: number,
  nowMs = () => performance.now(),
): ReceivedNumbers {
  const last = new Map<string, number>();
  let sinceMs = nowMs();
  /** A sender that we would already know if no message had been lost. */
  const isLateFor = (number: number) => number > 1 && nowMs() - sinceMs > silenceMsMax;
  return {
    isAfterGap(speaker, number) {
      const before = last.get(speaker);
      last.delete(speaker);
      last.set(speaker, number);
      const [oldest] = last.keys();
      if (last.size > SPEAKERS_MAX && oldest !== undefined) last.delete(oldest);
      return before === undefined ? isLateFor(number) : number > before + 1;
    },
    begin() {
      last.clear();
      sinceMs = nowMs();
    },
  };
}
