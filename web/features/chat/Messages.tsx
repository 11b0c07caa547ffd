/**
 * Shows a conversation's history, oldest first, and then unsent messages. Messages are rendered as
 * text, never as HTML.
 */
import { clsx } from "clsx";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import type { ChatMessage } from "./chat-source.ts";
import { chatTexts as texts } from "./strings.ts";
import type { Unsent } from "./unsent-list.ts";

export interface MessagesProps {
  side: ChatMessage["author"];
  messages: readonly ChatMessage[];
  unsent: readonly Unsent[];
  isOpen: boolean;
  /** Position of the last message that the other side has read. */
  readByOtherTo: number;
  isOtherTyping: boolean;
  onRetry: (message: Unsent) => void;
  onDiscard: (clientMessageId: string) => void;
  /** The button for older messages, or the empty state. */
  children?: ReactNode;
}

export function Messages(props: MessagesProps) {
  const { side, messages, readByOtherTo, isOtherTyping } = props;
  const arrived = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  const unsent = props.unsent.filter(({ clientMessageId }) => !arrived.has(clientMessageId));
  const other = side === "administrator" ? texts.user : texts.support;
  const lastOwn = messages.findLast(({ author }) => author === side);
  const failed = unsent.filter(({ problem }) => problem !== undefined);
  const position = messages.at(-1)?.position ?? 0;
  const end = useEnd(`${props.isOpen} ${position} ${unsent.length} ${failed.length}`);
  return (
    <div
      ref={end}
      role="log"
      aria-label={texts.messages}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
      tabIndex={0}
      className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-y-auto px-4 py-3 -outline-offset-2!"
    >
      {props.children}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {messages.map((message) => (
          <Row key={message.position} isOwn={message.author === side} text={message.text}>
            <strong className="font-semibold">{message.author === side ? texts.you : other}</strong>
            <When at={message.at} className="mono text-fg-3" />
            {message === lastOwn ? (
              <span className="text-fg-3">
                {message.position <= readByOtherTo ? texts.read : texts.sent}
              </span>
            ) : null}
          </Row>
        ))}
        {unsent.map((message) => (
          <Row key={message.clientMessageId} isOwn text={message.text}>
            {message.problem === undefined ? (
              <span className="text-fg-3">{texts.sending}</span>
            ) : (
              <Failed message={message} {...props} />
            )}
          </Row>
        ))}
      </ul>
      {isOtherTyping ? <p className="text-xs text-fg-2">{texts.typing(other)}</p> : null}
    </div>
  );
}

function Row(props: { isOwn: boolean; text: string; children: ReactNode }) {
  return (
    <li
      className={clsx(
        "grid grid-cols-[minmax(0,1fr)] gap-0.5 text-sm",
        props.isOwn ? "justify-items-end" : "justify-items-start",
      )}
    >
      <p
        dir="auto"
        className={clsx(
          "max-w-[85%] rounded-lg border px-3 py-1.5 wrap-anywhere whitespace-pre-wrap",
          props.isOwn ? "border-line bg-hover" : "border-line-strong bg-surface",
        )}
      >
        {props.text}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 text-xs text-fg-2">{props.children}</div>
    </li>
  );
}

function Failed({ message, onRetry, onDiscard }: MessagesProps & { message: Unsent }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <span className="text-down">
        {texts.failed} {message.problem}
      </span>
      <Button size="small" onClick={() => onRetry(message)}>
        {texts.retry}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onDiscard(message.clientMessageId)}>
        {texts.discard}
      </Button>
    </div>
  );
}

/** Maximum distance from the end in pixels at which the list counts as near its end. */
const NEAR_END = 48;

/**
 * Scrolls to the end when a message arrives or the panel opens. For the typing indicator, scrolls
 * only if the list is already near its end.
 */
function useEnd(news: string) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef("");
  useLayoutEffect(() => {
    const log = element.current;
    if (log === null) return;
    const { scrollHeight, scrollTop, clientHeight } = log;
    if (shown.current === news && scrollHeight - scrollTop - clientHeight > NEAR_END) return;
    shown.current = news;
    log.scrollTop = scrollHeight;
  });
  return element;
}
