/**
 * Shows the current announcement. Screen readers read announcements that arrive while the page is
 * open.
 */
import { lazy, Suspense } from "react";
import { usePublicStats } from "../../data/live/public-stats.ts";

const Announcement = lazy(async () => ({
  default: (await import("./Announcement.tsx")).Announcement,
}));

export function Announced() {
  const announcement = usePublicStats().stats?.announcement;
  return (
    <div aria-live="polite">
      {announcement ? (
        <Suspense>
          <Announcement {...announcement} />
        </Suspense>
      ) : null}
    </div>
  );
}
