/**
 * Whose shares were counted, told at once and then every five seconds at most: a machine's first
 * share shows within seconds, and its shares without end do not fill the streams.
 */
export interface ShareNews {
  note(userIds: readonly string[]): void;
  stop(): void;
}

const PAUSE_MS = 5_000;

export function shareNews(tell: (userId: string) => void): ShareNews {
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; isDue: boolean }>();

  const tellAndWait = (userId: string): void => {
    tell(userId);
    const timer = setTimeout(() => {
      const isDue = waiting.get(userId)?.isDue;
      waiting.delete(userId);
      if (isDue) tellAndWait(userId);
    }, PAUSE_MS);
    waiting.set(userId, { timer, isDue: false });
  };

  return {
    note(userIds) {
      for (const userId of userIds) {
        const earlier = waiting.get(userId);
        if (earlier) earlier.isDue = true;
        else tellAndWait(userId);
      }
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
