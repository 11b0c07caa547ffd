/**
 * Header of the signed-in pages: connection state, unit switch, search, activity, mailbox, history,
 * theme and account.
 */
import { Link, useLocation } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Bell, Search } from "lucide-react";
import { memo, type ReactNode } from "react";
import { ThemeButton } from "../../ui/controls/ThemeButton.tsx";
import { UnitSwitch } from "../../ui/controls/UnitSwitch.tsx";
import { Button, buttonClass } from "../../ui/controls/Button.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import {
  headerEntries,
  isActive,
  type NavigationEntry,
  type ShellArea,
} from "../navigation/entries.ts";
import { AccountButton } from "./AccountButton.tsx";
import type { Overlay } from "./Overlays.tsx";
import { shellTexts as texts } from "./strings.ts";

export interface HeaderProps {
  userName?: string | undefined;
  userEmail?: string | undefined;
  unreadCount?: number | undefined;
  /** Number of messages since the activity list was last open. */
  unseenCount?: number | undefined;
  /**
   * Opens the search, the shortcut sheet or the activity list. Undefined in the prerendered shell.
   */
  onOpen?: ((overlay: Overlay) => void) | undefined;
  onLogout: () => void;
  /** State of the live connection. Undefined in the prerendered shell. */
  connection?: ReactNode;
}

export function Header(props: HeaderProps & { home: ShellArea["home"] }) {
  return (
    <header className="flex min-h-[60px] flex-wrap items-center gap-x-3 border-b border-line px-8 max-lg:min-h-14 max-lg:px-4">
      <Link {...props.home} className="flex no-underline lg:hidden">
        <Logo />
      </Link>
      <SearchButton onOpen={props.onOpen} />
      {/* Reserve the full width from the start, because browsers paint partially loaded HTML. */}
      <div className="flex min-w-96 items-center gap-3 max-md:min-w-[133px] max-md:gap-0.5 lg:ml-auto lg:min-w-[573px]">
        <span className="flex w-44 justify-end max-lg:hidden">{props.connection}</span>
        <span className="max-md:hidden">
          <UnitSwitch />
        </span>
        <ActivityButton count={props.unseenCount ?? 0} onOpen={props.onOpen} />
        {headerEntries.map((entry) => (
          <HeaderLink
            key={entry.label}
            entry={entry}
            count={entry.label === "Mailbox" ? (props.unreadCount ?? 0) : 0}
          />
        ))}
        <ThemeButton />
        <AccountButton name={props.userName} email={props.userEmail} onLogout={props.onLogout} />
      </div>
    </header>
  );
}

/** Button that looks like a search field and opens the search. Small screens show only its icon. */
function SearchButton(props: Pick<HeaderProps, "onOpen">) {
  return (
    <Button
      className="border-line-strong! font-normal! text-fg-2! max-lg:-mr-3 max-lg:ml-auto max-lg:w-11 max-lg:border-transparent! max-lg:px-0! max-md:mr-0 lg:max-w-[300px] lg:flex-1 lg:basis-28 lg:justify-start!"
      aria-label={texts.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      title={texts.searchHint}
      onClick={() => props.onOpen?.("search")}
    >
      <Search className="size-4" strokeWidth={1.5} aria-hidden />
      <span className="max-lg:hidden">{texts.search}</span>
      {/* The shortcut is drawn by CSS to exclude it from the button's accessible name. */}
      <span
        aria-hidden
        className="ml-auto rounded-sm border border-line-strong px-1.5 font-mono text-2xs leading-[18px] text-fg-3 after:content-['Ctrl_K'] max-lg:hidden"
      />
    </Button>
  );
}

const HeaderLink = memo(function HeaderLink(props: { entry: NavigationEntry; count: number }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isCurrent = isActive(props.entry, pathname);
  const Icon = props.entry.icon;
  return (
    <Link
      {...props.entry.target}
      activeProps={{}}
      className={buttonClass({ variant: "quiet", isIcon: true }, "relative max-md:hidden")}
      aria-label={texts.unread(props.entry.label, props.count)}
      aria-current={isCurrent ? "page" : undefined}
      title={props.entry.label}
    >
      <Icon className={clsx("size-4", isCurrent && "text-accent")} strokeWidth={1.5} aria-hidden />
      <Badge count={props.count} />
    </Link>
  );
});

function ActivityButton(props: { count: number; onOpen: HeaderProps["onOpen"] }) {
  return (
    <Button
      variant="quiet"
      isIcon
      className="relative"
      aria-label={props.count > 0 ? texts.newActivity(props.count) : texts.activity}
      aria-haspopup="dialog"
      title={texts.activity}
      onClick={() => props.onOpen?.("activity")}
    >
      <Bell className="size-4" strokeWidth={1.5} aria-hidden />
      <Badge count={props.count} />
    </Button>
  );
}

function Badge(props: { count: number }) {
  if (props.count === 0) return null;
  return (
    <span
      className="absolute top-0 left-1/2 min-w-4 rounded-sm bg-fg px-[3px] text-center text-[0.625rem] leading-[14px] font-semibold text-bg max-md:top-1"
      aria-hidden
    >
      {props.count > 99 ? "99+" : props.count}
    </span>
  );
}
