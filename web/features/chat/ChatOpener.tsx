/**
 * Chat button for pages that must load the app before the chat can open. It hydrates the markup
 * that `ChatBubble` prerendered, so both components must render the same elements.
 */
import { useState } from "react";
import { chatButtonTexts as texts } from "./button-strings.ts";
import { ChatButton } from "./ChatButton.tsx";

export function ChatOpener(props: { load: () => Promise<void> }) {
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const open = async () => {
    if (state === "loading") return;
    setState("loading");
    try {
      await props.load();
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <ChatButton
        unread={0}
        aria-expanded={false}
        aria-busy={state === "loading" || undefined}
        onClick={() => void open()}
      />
      {state === "failed" ? (
        <p
          role="alert"
          className="fixed right-4 bottom-20 z-[3] max-w-72 rounded-md border border-line-strong border-l-down bg-raised px-3.5 py-2.5 text-sm max-md:right-3"
        >
          <strong className="block font-semibold">{texts.notLoaded}</strong>
          {texts.notLoadedText}
        </p>
      ) : null}
    </>
  );
}
