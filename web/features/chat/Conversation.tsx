/** A conversation with its history and message field, for the chat panel and the support desk. */
import { useEffect, useState, type ReactNode } from "react";
import { ApiError } from "../../data/api/api-error.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";
import { LiveMark } from "../../ui/loading/LiveMark.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { StaleMark } from "../../ui/loading/StaleMark.tsx";
import type { ChatSource } from "./chat-source.ts";
import { Composer, hasFilesOnly, type ComposerDraft } from "./Composer.tsx";
import { Messages } from "./Messages.tsx";
import { chatTexts as texts } from "./strings.ts";
import { useConversation } from "./use-conversation.ts";
import type { UnsentList } from "./unsent-list.ts";
import { useOutbox } from "./use-outbox.ts";

export function Conversation(props: {
  source: ChatSource;
  /** True if the conversation is visible, so that incoming messages are marked as read. */
  isOpen: boolean;
  /** True if the message field takes focus when the conversation opens. */
  isFocused?: boolean;
  /** Presence texts: `here` is shown if the other side is online, otherwise `away`. */
  here: string;
  away: string;
  /**
   * Draft and unsent messages of this conversation. The parent stores them, so that they survive a
   * remount.
   */
  draft?: ComposerDraft & { readonly unsent: UnsentList };
  onUnread?: (unread: number) => void;
  /** Content below the presence text. */
  children?: ReactNode;
}) {
  const { source, isOpen, onUnread } = props;
  const { query, newest, messages } = useConversation(source, isOpen);
  const outbox = useOutbox(source, query.refetch, props.draft?.unsent);
  const { error } = query;
  const [isFileRefused, setIsFileRefused] = useState(false);
  const unread = newest?.unreadCount;
  useEffect(() => {
    if (unread !== undefined) onUnread?.(unread);
  }, [unread, onUnread]);
  // The conversation no longer exists. Hide its cached messages, because no administrator would
  // answer a new message in it.
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className="p-4">
        <ErrorCard error={error} />
      </div>
    );
  }
  return (
    <div
      className="flex min-h-0 flex-1 flex-col"
      // Handle files that are dropped anywhere in the conversation. Otherwise, the browser would
      // open them.
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        const { dataTransfer, target } = event;
        if (dataTransfer.files.length === 0) return;
        // A picture dragged from another page also carries text. Let the field accept this text.
        if (target instanceof HTMLTextAreaElement && !hasFilesOnly(dataTransfer)) return;
        event.preventDefault();
        setIsFileRefused(true);
      }}
    >
      <div className="flex-none border-b border-line px-4 py-2 text-xs text-fg-2">
        <output className="[&>span]:whitespace-normal">
          {newest === undefined ? null : query.isError ? (
            <StaleMark at={query.dataUpdatedAt} />
          ) : (
            <LiveMark isStale={!newest.isOtherHere}>
              {newest.isOtherHere ? props.here : props.away}
            </LiveMark>
          )}
        </output>
        {props.children}
      </div>
      {newest === undefined ? (
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <Loaded query={query} lines={3}>
            {() => null}
          </Loaded>
        </div>
      ) : (
        <Messages
          side={source.side}
          isOpen={isOpen}
          messages={messages}
          unsent={outbox.unsent}
          readByOtherTo={newest.readByOtherTo}
          isOtherTyping={newest.isOtherTyping}
          onRetry={outbox.retry}
          onDiscard={outbox.discard}
        >
          {query.hasNextPage ? (
            <Button
              size="small"
              className="justify-self-center"
              isBusy={query.isFetchingNextPage}
              busyLabel={texts.loadingOlder}
              onClick={() => void query.fetchNextPage()}
            >
              {texts.older}
            </Button>
          ) : null}
          {messages.length === 0 && outbox.unsent.length === 0 ? (
            <div className="grid gap-1 py-6 text-center text-sm text-fg-2">
              <strong className="font-semibold text-fg">{texts.emptyTitle}</strong>
              {texts.emptyText}
            </div>
          ) : null}
        </Messages>
      )}
      <Composer
        onSend={outbox.send}
        // Typing notifications are unimportant, so ignore failures.
        onTyping={() => void source.notifyTyping().catch(() => {})}
        isFocused={props.isFocused === true && isOpen}
        isFileRefused={isFileRefused}
        draft={props.draft}
        onFile={setIsFileRefused}
      />
    </div>
  );
}
