/**
 * The palette, the shortcut sheet and the activity list, with the keys that open them. Each overlay
 * is loaded when it is first opened.
 */
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { pageCommandOf } from "../../ui/navigation/page-commands.ts";
import { shortcutReader } from "../palette/shortcuts.ts";
import { singleKeysChoice } from "../../ui/preferences/single-keys.ts";
import type { ShellArea } from "../navigation/entries.ts";

const Palette = lazy(async () => ({
  default: (await import("../palette/Palette.tsx")).Palette,
}));
const HelpSheet = lazy(async () => ({
  default: (await import("../palette/HelpSheet.tsx")).HelpSheet,
}));
const ActivityDrawer = lazy(async () => ({
  default: (await import("../notices/ActivityDrawer.tsx")).ActivityDrawer,
}));

export type Overlay = "search" | "help" | "activity";

export function Overlays(props: {
  area: ShellArea;
  open: Overlay | undefined;
  onOpen: (overlay: Overlay | undefined) => void;
  onLogout: () => void;
}) {
  const { area, open, onOpen, onLogout } = props;
  useShortcuts(area, onOpen);
  const close = () => onOpen(undefined);
  return (
    <Suspense>
      {open === "search" ? (
        <Palette
          area={area}
          onClose={close}
          onHelp={() => onOpen("help")}
          onActivity={() => onOpen("activity")}
          onLogout={onLogout}
        />
      ) : null}
      {open === "help" ? <HelpSheet area={area} onClose={close} /> : null}
      {open === "activity" ? <ActivityDrawer onClose={close} /> : null}
    </Suspense>
  );
}

function useShortcuts(area: ShellArea, onOpen: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const read = shortcutReader(
      () => document.querySelector("dialog[open]") !== null,
      (key) => pageCommandOf(key) !== undefined,
      () => singleKeysChoice.get() === "on",
    );
    const go = async (key: string) => {
      const { goTosOf } = await import("../palette/go-keys.ts");
      const target = goTosOf(area).find((one) => one.key === key)?.entry.target;
      if (target !== undefined) await navigate(target);
    };
    const onKey = (event: KeyboardEvent) => {
      const shortcut = read(event);
      if (shortcut === undefined) return;
      event.preventDefault();
      if (shortcut.kind === "page") pageCommandOf(shortcut.key)?.run();
      else if (shortcut.kind === "go") void go(shortcut.key);
      else onOpen(shortcut.kind);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [area, navigate, onOpen]);
}
