/**
 * Detects lost messages on NATS. Each process numbers its messages, starting at 1. A skipped number
 * therefore reveals a lost message, for example after two servers of a cluster lost the connection
 * to each other.
 */
export interface ReceivedNumbers {
  /** Records the number. Returns true if an earlier message of this sender was not received. */
  isAfterGap(speaker: string, number: number): boolean;
  /** Forgets all senders. Called when a new subscription starts. */
  begin(): void;
}

/**
 * Maximum number of remembered senders. An installation has few processes, but each restart of a
 * process appears as a new sender.
 */
const SPEAKERS_MAX = 1_000;

/**
 * Creates the detector of lost messages. Every reachable process must send a message within
 * `silenceMsMax`.
 */
export function createReceivedNumbers(
  silenceMsMax: number,
  nowMs = () => performance.now(),
): ReceivedNumbers {
  const last = new Map<string, number>();
  let sinceMs = nowMs();
  /** True for a number above 1 from a sender whose earlier messages should already have arrived. */
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
