/**
 * /mailbox: the practice mailbox with its list and the open message. Without a selection, the
 * newest message at loading time is open and stays open when further messages arrive. On small
 * screens, a selected message replaces the list. If the newest message contains a code, it is shown
 * above the list.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { useIsNarrow } from "../../ui/layout/use-is-narrow.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { codeIn } from "./message-text.ts";
import { readMailboxSearch } from "./mailbox-search.ts";
import { OpenMessage, type Message } from "./OpenMessage.tsx";
import { mailboxTexts as texts } from "./strings.ts";
import { useOutsideDelivery } from "./use-outside-delivery.ts";

function useMessages() {
  // The key begins with the unpaged query's key, so that the live stream refreshes this query with
  // it.
  return usePages(["listMailbox", "pages"], (at) => api("listMailbox", { query: at }));
}

export function MailboxPage() {
  const { message } = readMailboxSearch(useSearch({ strict: false }));
  return <Mailbox openId={message} />;
}

export function Mailbox({ openId }: { openId: string | undefined }) {
  const messages = useMessages();
  const { areMailed } = useOutsideDelivery();
  const items = messages.data?.pages.flatMap((page) => page.items) ?? [];
  const unchosenId = useUnchosen(openId === undefined, items[0]);
  const shownId = openId ?? unchosenId;
  const { open, alone } = useShown(shownId, { items, isPending: messages.isPending });
  const unreadCount = messages.data?.pages[0]?.unreadCount ?? 0;
  return (
    <>
      <PageHead title={texts.title}>{areMailed === true ? texts.leadSent : texts.lead}</PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Panel
          title={texts.messages}
          isFlush
          className={clsx(
            openId !== undefined && "max-md:hidden",
            // Hide the list while it loads, because the newest message may be placed above it.
            messages.isPending && "max-md:invisible",
          )}
          tags={
            unreadCount === 0 ? null : <Tag kind="accent">{texts.unreadCount(unreadCount)}</Tag>
          }
        >
          <Loaded query={messages} isFlush lines={5}>
            {() => <MessageList items={items} openId={shownId} messages={messages} />}
          </Loaded>
        </Panel>
        {open === undefined ? (
          <div
            className={clsx(
              "rounded-lg border border-line px-5 py-6 text-sm text-fg-2",
              openId === undefined && "max-md:hidden",
            )}
          >
            {openId === undefined ? (
              texts.pick
            ) : (
              <div className="grid justify-items-start gap-4">
                <Loaded query={alone}>{() => null}</Loaded>
                <Link {...paths.mailbox} search={{}}>
                  {texts.back}
                </Link>
              </div>
            )}
          </div>
        ) : (
          <div className={clsx("min-w-0", openId === undefined && "max-md:order-first")}>
            <OpenMessage key={open.id} message={open} isChosen={openId !== undefined} />
          </div>
        )}
      </div>
    </>
  );
}

/**
 * Returns the open message. Loads it separately if the loaded pages do not contain it, for example
 * because new messages have moved it to a later page.
 */
function useShown(id: string | undefined, list: { items: readonly Message[]; isPending: boolean }) {
  const [seen, setSeen] = useState<Message>();
  const listed = list.items.find((message) => message.id === id);
  const alone = useQuery({
    queryKey: ["getMessage", id],
    queryFn: () => api("getMessage", { params: { messageId: id ?? "" } }),
    enabled: id !== undefined && listed === undefined && !list.isPending,
  });
  if (listed !== undefined && listed !== seen) setSeen(listed);
  return { open: listed ?? alone.data ?? (seen?.id === id ? seen : undefined), alone };
}

/**
 * Returns the id of the message to show without a selection: the newest message at the time the
 * list first loaded.
 */
function useUnchosen(isAsked: boolean, newest: Message | undefined): string | undefined {
  const isNarrow = useIsNarrow();
  const [firstId, setFirstId] = useState<string>();
  const isAtOnce = newest !== undefined && (!isNarrow || codeIn(newest) !== undefined);
  const id = firstId ?? (isAtOnce ? newest.id : undefined);
  const nextId = isAsked ? id : undefined;
  if (nextId !== firstId) setFirstId(nextId);
  return id;
}

function MessageList(props: {
  items: readonly Message[];
  openId: string | undefined;
  messages: ReturnType<typeof useMessages>;
}) {
  const { items, openId, messages } = props;
  if (items.length === 0) return <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>;
  return (
    <>
      <ul>
        {items.map((message) => (
          <MessageLine key={message.id} message={message} isOpen={message.id === openId} />
        ))}
      </ul>
      <MorePages pages={messages} label={texts.older} />
    </>
  );
}

function MessageLine({ message, isOpen }: { message: Message; isOpen: boolean }) {
  const isUnread = message.readAt === null;
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        {...paths.mailbox}
        search={{ message: message.id }}
        aria-current={isOpen ? "true" : undefined}
        className={clsx(
          "grid min-h-11 grid-cols-[8px_1fr_auto] items-baseline gap-x-3 px-5 py-3 max-md:px-4 text-sm no-underline hover:bg-hover",
          isOpen && "bg-hover shadow-[inset_2px_0_0_var(--accent-line)]",
        )}
      >
        <span
          aria-hidden
          className={clsx("size-1.5 self-center rounded-full", isUnread && "bg-accent-line")}
        />
        <span
          className={clsx(
            "relative min-w-0 [overflow-wrap:anywhere] md:truncate",
            isUnread ? "font-semibold" : "text-fg-2",
          )}
        >
          {message.channel === "sms" ? <Tag className="mr-2">{texts.channels.sms}</Tag> : null}
          {message.subject}
          {isUnread ? <span className="sr-only">, {texts.unread}</span> : null}
        </span>
        <When at={message.sentAt} className="mono text-xs text-fg-3" />
      </Link>
    </li>
  );
}
