/** The floating button of the chat, and how many messages are unread. */
import { MessageCircle } from "lucide-react";
import type { ComponentProps } from "react";

export function ChatButton({ unread, ...rest }: { unread: number } & ComponentProps<"button">) {
  return (
    <button
      {...rest}
      type="button"
      className="chat-button"
      aria-label={unread === 0 ? "Live chat" : `Live chat, ${unread} unread`}
    >
      <MessageCircle className="size-5" strokeWidth={1.5} aria-hidden />
      {unread === 0 ? null : <span className="chat-count">{unread > 99 ? "99+" : unread}</span>}
    </button>
  );
}
