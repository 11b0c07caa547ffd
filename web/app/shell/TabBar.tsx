/** Tab bar below 1024 px, with the four most used pages and the menu. */
import { Link, useLocation } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Menu } from "lucide-react";
import { memo } from "react";
import { isActive, type NavigationEntry } from "../navigation/entries.ts";
import { shellTexts as texts } from "./strings.ts";

const ITEM =
  "grid justify-items-center gap-[3px] pt-[9px] pb-2 text-[11px] leading-[14px] font-medium text-fg-2 no-underline -outline-offset-2!";

export const TabBar = memo(function TabBar(props: {
  entries: readonly NavigationEntry[];
  onMenu: () => void;
}) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav
      className="fixed inset-x-0 bottom-0 z-[4] grid grid-cols-5 border-t border-line-strong bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
      aria-label={texts.mainSmall}
    >
      {props.entries.map((entry) => {
        const isCurrent = isActive(entry, pathname);
        const Icon = entry.icon;
        return (
          <Link
            key={entry.label}
            {...entry.target}
            activeProps={{}}
            className={clsx(
              ITEM,
              isCurrent && "text-fg! shadow-[inset_0_2px_0_var(--accent-line)]",
            )}
            aria-current={isCurrent ? "page" : undefined}
          >
            <Icon
              className={clsx("size-[18px]", isCurrent && "text-accent")}
              strokeWidth={1.5}
              aria-hidden
            />
            {entry.shortLabel ?? entry.label}
          </Link>
        );
      })}
      <button type="button" className={ITEM} onClick={props.onMenu} aria-haspopup="dialog">
        <Menu className="size-[18px]" strokeWidth={1.5} aria-hidden />
        {texts.menu}
      </button>
    </nav>
  );
});
