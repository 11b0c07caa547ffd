/**
 * Limits the rate of events per key. The first event is published at once, and later events at most
 * once per pause. The last event is always published.
 */
export interface PacedEvents<About extends string> {
  note(about: About): void;
  /** Discards pending events. */
  stop(): void;
}

export function paceEvents<About extends string>(
  pauseMs: number,
  publish: (about: About) => void,
): PacedEvents<About> {
  const waiting = new Map<About, { readonly timer: NodeJS.Timeout; isDue: boolean }>();

  const publishAndWait = (about: About): void => {
    publish(about);
    const timer = setTimeout(() => {
      const isDue = waiting.get(about)?.isDue;
      waiting.delete(about);
      if (isDue) publishAndWait(about);
    }, pauseMs);
    waiting.set(about, { timer, isDue: false });
  };

  return {
    note(about) {
      const earlier = waiting.get(about);
      if (earlier) earlier.isDue = true;
      else publishAndWait(about);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
