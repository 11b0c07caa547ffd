/**
 * /mailbox: the practice mailbox, a list and the open letter beside it (on small screens instead of
 * it).
 */
import { Link, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { api } from "../api/call.ts";
import { paths } from "../navigation/paths.ts";
import { When } from "../time/When.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { MorePages } from "../ui/MorePages.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Panel } from "../ui/Panel.tsx";
import { Tag } from "../ui/Tag.tsx";
import { usePages } from "../api/use-pages.ts";
import { readMailboxSearch } from "./mailbox-search.ts";
import { OpenLetter, type Letter } from "./OpenLetter.tsx";
import { mailboxTexts as texts } from "./strings.ts";
import { useWaysOut } from "./ways-out.ts";

function useLetters() {
  // Begins like the key of the plain query, so that the live stream refreshes it too.
  return usePages(["listMailbox", "pages"], (at) => api("listMailbox", { query: at }));
}

export function MailboxPage() {
  const { letter: openId } = readMailboxSearch(useSearch({ strict: false }));
  const letters = useLetters();
  const { areMailed } = useWaysOut();
  const items = letters.data?.pages.flatMap((page) => page.items) ?? [];
  const open = items.find((letter) => letter.id === openId);
  const unreadCount = letters.data?.pages[0]?.unreadCount ?? 0;
  return (
    <>
      <PageHead title={texts.title}>{areMailed === true ? texts.leadSent : texts.lead}</PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Panel
          title={texts.letters}
          isFlush
          className={openId === undefined ? undefined : "max-md:hidden"}
          tags={
            unreadCount === 0 ? null : <Tag kind="accent">{`${unreadCount} ${texts.unread}`}</Tag>
          }
        >
          <Loaded query={letters} isFlush lines={5}>
            {() => <LetterList items={items} openId={openId} letters={letters} />}
          </Loaded>
        </Panel>
        {open === undefined ? (
          <div
            className={clsx(
              "rounded-lg border border-line px-5 py-6 text-sm text-fg-2",
              openId === undefined && "max-md:hidden",
            )}
          >
            {openId === undefined || letters.isPending ? texts.pick : texts.gone}{" "}
            {openId === undefined ? null : (
              <Link {...paths.mailbox} search={{}}>
                {texts.back}
              </Link>
            )}
          </div>
        ) : (
          <OpenLetter key={open.id} letter={open} />
        )}
      </div>
    </>
  );
}

function LetterList(props: {
  items: readonly Letter[];
  openId: string | undefined;
  letters: ReturnType<typeof useLetters>;
}) {
  const { items, openId, letters } = props;
  if (items.length === 0) return <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>;
  return (
    <>
      <ul>
        {items.map((letter) => (
          <LetterLine key={letter.id} letter={letter} isOpen={letter.id === openId} />
        ))}
      </ul>
      <MorePages pages={letters} label={texts.older} />
    </>
  );
}

function LetterLine({ letter, isOpen }: { letter: Letter; isOpen: boolean }) {
  const isUnread = letter.readAt === null;
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        {...paths.mailbox}
        search={{ letter: letter.id }}
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
          {letter.channel === "sms" ? <Tag className="mr-2">{texts.channels.sms}</Tag> : null}
          {letter.subject}
          {isUnread ? <span className="sr-only">, {texts.unread}</span> : null}
        </span>
        <When at={letter.sentAt} className="mono text-xs text-fg-3" />
      </Link>
    </li>
  );
}
