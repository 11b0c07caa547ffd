/** Frame of every page: skip link, practice strip, announcement, page and chat button. */
import { Outlet } from "@tanstack/react-router";
import { ChatBubble } from "../../features/chat/ChatBubble.tsx";
import { Island } from "../../ui/loading/Island.tsx";
import { Announced } from "./Announced.tsx";
import { PracticeStrip } from "./PracticeStrip.tsx";
import { frameTexts as texts } from "./strings.ts";

export function Frame() {
  return (
    <>
      <a
        data-part="skip"
        className="absolute -left-[999px] z-50 bg-raised px-3 py-2.5 focus:top-1 focus:left-2"
        href="#main"
      >
        {texts.skip}
      </a>
      <Island name="strip">
        <PracticeStrip />
      </Island>
      <Island name="announced">
        <Announced />
      </Island>
      <Outlet />
      <Island name="chat">
        <ChatBubble />
      </Island>
    </>
  );
}
