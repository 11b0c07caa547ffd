/**
 * What administrators are told of everybody's affairs: at once, then at most once a second of each
 * kind, however many people there are.
 */
import type { AdminNews } from "#api-schema/stream";
import type { Announcements } from "#platform";

const PAUSE_MS = 1_000;

const NEWS: Readonly<Partial<Record<Announcements["me"]["what"], AdminNews>>> = {
  withdrawals: "withdrawals",
  support: "tickets",
};

export interface PacedAdminNews {
  /** Something of a user's changed. */
  note(what: Announcements["me"]["what"]): void;
  stop(): void;
}

export function paceAdminNews(tell: (what: AdminNews) => void): PacedAdminNews {
  const waiting = new Map<AdminNews, { timer: NodeJS.Timeout; isOldAgain: boolean }>();
  const tellNow = (what: AdminNews): void => {
    const timer = setTimeout(() => {
      const isOldAgain = waiting.get(what)?.isOldAgain;
      waiting.delete(what);
      if (isOldAgain) tellNow(what);
    }, PAUSE_MS);
    waiting.set(what, { timer, isOldAgain: false });
    tell(what);
  };
  return {
    note(changed) {
      const what = NEWS[changed];
      if (what === undefined) return;
      const told = waiting.get(what);
      if (told) told.isOldAgain = true;
      else tellNow(what);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
