/** Conversations at the desk, live: the list with what is unread, and the one that the address names. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useMemo } from "react";
import { api, type ApiAnswer } from "../../api.ts";
import { Conversation } from "../../chat/Conversation.tsx";
import { deskChat } from "../../chat/chat-source.ts";
import { paths } from "../../paths.ts";
import { When } from "../../time/When.tsx";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { chatDeskTexts as texts } from "./strings.ts";

type DeskChat = ApiAnswer<"listDeskChats">["items"][number];

const PAGE_SIZE = 20;
/** The stream tells at once; this is for while it does not. */
const REFRESH_MS = 15_000;

export function Chats() {
  const { chat: openId } = useSearch({ from: "/account/administration/admin/support" });
  const chats = useInfiniteQuery({
    queryKey: ["listDeskChats", "pages"],
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return api("listDeskChats", { query: { limit: PAGE_SIZE, ...cursor } });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });
  const items = chats.data?.pages.flatMap((page) => page.items) ?? [];
  const unreadChats = chats.data?.pages[0]?.unreadChats ?? 0;
  const open = items.find(({ chatId }) => chatId === openId);
  return (
    <Panel
      title={texts.title}
      isFlush
      end={unreadChats === 0 ? null : <Tag kind="accent">{texts.waiting(unreadChats)}</Tag>}
    >
      <div className="grid md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="max-h-[480px] min-w-0 overflow-y-auto border-line max-md:border-b md:border-r">
          <Loaded query={chats} isFlush lines={4}>
            {() => <List items={items} openId={openId} />}
          </Loaded>
          {chats.hasNextPage ? (
            <div className="border-t border-line p-3">
              <Button
                size="small"
                isBusy={chats.isFetchingNextPage}
                busyLabel={texts.loadingOlder}
                onClick={() => void chats.fetchNextPage()}
              >
                {texts.older}
              </Button>
            </div>
          ) : null}
        </div>
        {openId === undefined ? (
          <p className="p-5 text-sm text-fg-2">{texts.choose}</p>
        ) : (
          <OpenChat key={openId} chatId={openId} chat={open} />
        )}
      </div>
    </Panel>
  );
}

function List({ items, openId }: { items: readonly DeskChat[]; openId: string | undefined }) {
  if (items.length === 0) return <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>;
  return (
    <ul>
      {items.map((chat) => {
        const isOpen = chat.chatId === openId;
        return (
          <li key={chat.chatId} className="border-b border-line last:border-b-0">
            <Link
              {...paths.adminSupport}
              search={{ chat: chat.chatId }}
              resetScroll={false}
              aria-current={isOpen ? "true" : undefined}
              className={clsx(
                "grid min-h-11 grid-cols-[minmax(0,1fr)] gap-0.5 px-5 py-2.5 no-underline -outline-offset-2! hover:bg-hover max-md:px-4",
                isOpen && "bg-hover shadow-[inset_2px_0_0_var(--accent-line)]",
              )}
            >
              <span className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">{nameOf(chat)}</span>
                {chat.unreadCount === 0 ? null : (
                  <Tag kind="accent">{texts.unread(chat.unreadCount)}</Tag>
                )}
                <When at={chat.updatedAt} className="mono text-xs text-fg-3" />
              </span>
              <span className="truncate text-sm text-fg-2">
                {chat.lastAuthor === "administrator" ? `${texts.support}: ` : ""}
                {chat.lastText}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function OpenChat({ chatId, chat }: { chatId: string; chat: DeskChat | undefined }) {
  const source = useMemo(() => deskChat(chatId), [chatId]);
  const isVisitor = chat?.userId === null;
  return (
    <section
      aria-label={chat === undefined ? texts.conversation : texts.with(nameOf(chat))}
      className="flex h-[480px] min-w-0 flex-col"
    >
      <Conversation
        source={source}
        isOpen
        isFocused
        here={texts.here}
        away={isVisitor ? texts.visitor : texts.away}
      />
    </section>
  );
}

function nameOf({ userId, email }: DeskChat): string {
  return userId === null ? texts.visitorName : (email ?? texts.gone);
}
