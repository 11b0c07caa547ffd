/**
 * Each process numbers what it says over NATS, from 1 on: a number that is left out was not heard,
 * as when two servers of a cluster lose one another and both keep their clients.
 */
export interface ReceivedNumbers {
  /** Whether something that the speaker said before this was not heard. */
  isAfterGap(speaker: string, number: number): boolean;
  /** We listen from here on: nobody was heard yet. */
  begin(): void;
}

/** Processes of an installation are few, and each start is a new speaker. */
const SPEAKERS_MAX = 1_000;

/** `silenceMsMax`: within so long everybody who can be heard has said something. */
export function createReceivedNumbers(
  silenceMsMax: number,
  nowMs = () => performance.now(),
): ReceivedNumbers {
  const last = new Map<string, number>();
  let sinceMs = nowMs();
  /** One of whom we should know, had we heard all. */
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
