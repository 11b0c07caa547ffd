/**
 * The signed-in shell: sidebar, header and page, with a tab bar and a drawer below 1024 px.
 * Contains no data itself, so that the prerenderer can render it as the first paint of every
 * signed-in page.
 */
import { Link } from "@tanstack/react-router";
import { useCallback, useState, type ReactNode } from "react";
import { UnitSwitch } from "../../ui/controls/UnitSwitch.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { Header, type HeaderProps } from "./Header.tsx";
import { headerEntries, userArea, type ShellArea } from "../navigation/entries.ts";
import { LogoutButton, NavigationList } from "./NavigationList.tsx";
import { TabBar } from "./TabBar.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { shellTexts as texts } from "./strings.ts";

export interface ShellProps extends HeaderProps {
  /** Navigation area. Defaults to the users' area. */
  area?: ShellArea | undefined;
  children: ReactNode;
}

export function Shell(props: ShellProps) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const open = useCallback(() => setIsDrawerOpen(true), []);
  const close = () => setIsDrawerOpen(false);
  const area = props.area ?? userArea;
  return (
    <div className="has-shell grid min-h-[calc(100vh-var(--strip))] lg:grid-cols-[var(--sidebar)_minmax(0,1fr)]">
      <aside
        className="sticky top-0 flex h-[calc(100vh-var(--strip))] flex-col overflow-y-auto px-3 pb-3 max-lg:hidden"
        aria-label={texts.main}
      >
        <Link {...area.home} className="flex h-[60px] flex-none items-center px-2.5 no-underline">
          <Logo />
        </Link>
        <AreaNavigation area={area} />
        <div className="mt-auto pt-3">
          <TransparencyLink />
          <LogoutButton onLogout={props.onLogout} />
        </div>
      </aside>
      <div className="min-w-0 border-line lg:border-l">
        <Header {...props} home={area.home} />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1328px] px-8 pt-7 pb-22 outline-0 max-lg:px-4 max-lg:pt-5 max-lg:pb-30"
        >
          {props.children}
        </main>
      </div>
      <TabBar entries={area.tabs} onMenu={open} />
      <Dialog title={texts.menu} place="side" isOpen={isDrawerOpen} onClose={close}>
        <div className="grid gap-3">
          {props.userName === undefined ? null : (
            <p className="px-2.5 text-sm text-fg-2">
              {props.userName}
              <br />
              <span className="text-fg-3">{props.userEmail}</span>
            </p>
          )}
          <AreaNavigation area={area} onNavigate={close} />
          <hr className="mx-2.5 border-line" />
          <NavigationList
            entries={headerEntries}
            label={texts.messages}
            unread={{ Mailbox: props.unreadCount }}
            onNavigate={close}
          />
          <hr className="mx-2.5 border-line" />
          <UnitSwitch isFull />
          <LogoutButton onLogout={props.onLogout} />
          <TransparencyLink onNavigate={close} />
          {props.connection === undefined ? null : <div className="px-2.5">{props.connection}</div>}
        </div>
      </Dialog>
    </div>
  );
}

function AreaNavigation({ area, onNavigate }: { area: ShellArea; onNavigate?: () => void }) {
  const pages = (
    <NavigationList entries={area.entries} label={area.label} onNavigate={onNavigate} />
  );
  if (area.back === undefined) return pages;
  return (
    <>
      {pages}
      <hr className="mx-2.5 my-3 border-line" />
      <NavigationList entries={[area.back]} label={texts.otherPages} onNavigate={onNavigate} />
    </>
  );
}

function TransparencyLink({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <Link
      {...paths.transparency}
      className="flex h-7 w-fit items-center px-2.5 text-xs text-fg-2 underline max-lg:h-11"
      {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
    >
      {texts.transparency}
    </Link>
  );
}
