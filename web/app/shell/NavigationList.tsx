/** List of pages, with Logout, for the sidebar and the drawer. */
import { Link, useLocation } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { memo } from "react";
import { clsx } from "clsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { isActive, type NavigationEntry } from "../navigation/entries.ts";
import { shellTexts as texts } from "./strings.ts";

const ROW =
  "flex h-[34px] w-full items-center gap-[11px] rounded-md px-2.5 text-left font-medium text-fg-2 no-underline hover:bg-hover hover:text-fg max-lg:h-11";

/**
 * Memoized, because the shell rerenders after every response, and each render would recompute all
 * link URLs.
 */
export const NavigationList = memo(function NavigationList(props: {
  entries: readonly NavigationEntry[];
  label: string;
  onNavigate?: (() => void) | undefined;
  /** Number of unread messages by entry label. */
  unread?: Readonly<Record<string, number | undefined>> | undefined;
}) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav className="grid gap-px" aria-label={props.label}>
      {props.entries.map((entry) => {
        const isCurrent = isActive(entry, pathname);
        const Icon = entry.icon;
        return (
          <Link
            key={entry.label}
            {...entry.target}
            className={clsx(
              ROW,
              isCurrent &&
                "rounded-l-sm bg-raised text-fg! shadow-[inset_2px_0_0_var(--accent-line)]",
            )}
            activeProps={{}}
            aria-current={isCurrent ? "page" : undefined}
            {...(props.onNavigate === undefined ? {} : { onClick: props.onNavigate })}
          >
            <Icon
              className={clsx("size-4 flex-none", isCurrent && "text-accent")}
              strokeWidth={1.5}
              aria-hidden
            />
            {entry.label}
            <Unread count={props.unread?.[entry.label] ?? 0} />
          </Link>
        );
      })}
    </nav>
  );
});

function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return <Tag className="ml-auto" kind="accent">{`${count} unread`}</Tag>;
}

export function LogoutButton(props: { onLogout: () => void }) {
  return (
    <button type="button" className={ROW} onClick={props.onLogout}>
      <LogOut className="size-4 flex-none" strokeWidth={1.5} aria-hidden />
      {texts.logout}
    </button>
  );
}
