/**
 * The chat button of every page, including prerendered pages. The chat panel is loaded when the
 * user first opens it.
 */
import { useEffect, useRef, useState, type ComponentType } from "react";
import { notLoaded } from "../../ui/toasts/not-loaded.ts";
import { setChatOpen, useChat } from "../../data/live/chat-state.ts";
import { chatButtonTexts as texts } from "./button-strings.ts";
import { ChatButton } from "./ChatButton.tsx";
import { storedVisitorToken } from "./visitor-key.ts";

const loadPanel = async () => (await import("./ChatPanel.tsx")).ChatPanel;

export function ChatBubble() {
  const { isOpen, unread } = useChat();
  const [Panel, setPanel] = useState<ComponentType>();
  const button = useRef<HTMLButtonElement>(null);
  // After a reload, load the panel at once for visitors with a conversation, because only the panel
  // announces answers.
  useEffect(() => {
    if (storedVisitorToken() === undefined) return;
    void loadPanel().then(
      (Loaded) => setPanel(() => Loaded),
      () => {},
    );
  }, []);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const open = async () => {
    try {
      const Loaded = await loadPanel();
      setPanel(() => Loaded);
      setChatOpen(true);
    } catch {
      notLoaded(texts.notLoaded);
    }
  };
  return (
    <>
      <ChatButton
        ref={button}
        unread={unread}
        aria-expanded={isOpen}
        hidden={isOpen}
        onClick={() => void open()}
      />
      {Panel === undefined ? null : <Panel />}
    </>
  );
}
