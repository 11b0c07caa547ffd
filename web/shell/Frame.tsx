/**
 * The frame of every page: skip link, practice strip, what administrators announce, the page, and
 * the chat button.
 */
import { lazy, Suspense } from "react";
import { Outlet } from "@tanstack/react-router";
import { ChatBubble } from "../chat/ChatBubble.tsx";
import { usePublicStats } from "../live/public-stats.ts";
import { PracticeStrip } from "./PracticeStrip.tsx";

const Announcement = lazy(async () => ({
  default: (await import("../announcement/Announcement.tsx")).Announcement,
}));

export function Frame() {
  const announcement = usePublicStats().stats?.announcement;
  return (
    <>
      <a
        data-part="skip"
        className="absolute -left-[999px] z-50 bg-raised px-3 py-1 focus:top-1 focus:left-2"
        href="#main"
      >
        Skip to content
      </a>
      <PracticeStrip />
      <div aria-live="polite">
        {announcement ? (
          <Suspense>
            <Announcement {...announcement} />
          </Suspense>
        ) : null}
      </div>
      <Outlet />
      <ChatBubble />
    </>
  );
}
