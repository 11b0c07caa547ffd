/** Lists tickets and chats of users and visitors, most recently active first. */
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { usePages } from "../../data/api/use-pages.ts";
import { deskTexts as texts } from "./strings.ts";
import { writerOf } from "./writer.ts";

type Item = ApiAnswer<"listInbox">["items"][number];
export type InboxState = Item["state"] | "all";

const PAGE_SIZE = 20;
/**
 * Chat messages are published as events. Polling is needed for tickets, and in case the event
 * stream fails.
 */
const REFRESH_MS = 15_000;

export function InboxList({ state, openId }: { state: InboxState; openId: string | undefined }) {
  const inbox = usePages(
    ["listInbox", state],
    (at) => api("listInbox", { query: { state, limit: PAGE_SIZE, ...at } }),
    { refetchInterval: REFRESH_MS },
  );
  return (
    <>
      <Loaded query={inbox} isFlush lines={5}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return <Empty title={texts.emptyTitle}>{texts.empty[state]}</Empty>;
          return (
            <ul aria-label={texts.inbox}>
              {items.map((item) => (
                <li key={item.id} className="border-b border-line last:border-b-0">
                  <ItemLink item={item} isOpen={item.id === openId} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MorePages pages={inbox} label={texts.older} />
    </>
  );
}

function ItemLink({ item, isOpen }: { item: Item; isOpen: boolean }) {
  const { kind, id, subject, unreadCount, lastAuthor } = item;
  return (
    <Link
      {...paths.adminSupport}
      search={kind === "chat" ? { chat: id } : { ticket: id }}
      resetScroll={false}
      aria-current={isOpen ? "true" : undefined}
      className={clsx(
        "grid min-h-11 grid-cols-[minmax(0,1fr)] gap-0.5 px-5 py-2.5 no-underline -outline-offset-2! hover:bg-hover max-md:px-4",
        isOpen && "bg-hover shadow-[inset_2px_0_0_var(--accent-line)]",
      )}
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{writerOf(item)}</span>
        {unreadCount === 0 ? null : <Tag kind="accent">{texts.unread(unreadCount)}</Tag>}
        <Tag>{texts.kinds[kind]}</Tag>
        <When at={item.updatedAt} className="mono text-xs text-fg-3" />
      </span>
      {subject === null ? null : <span className="truncate text-sm">{subject}</span>}
      <span className="truncate text-sm text-fg-2">
        {lastAuthor === "administrator" ? `${texts.authors.administrator}: ` : ""}
        {item.lastText}
      </span>
    </Link>
  );
}
