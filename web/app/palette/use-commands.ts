/** Palette actions: unit, theme, deposit address, activity, shortcuts and logout. */
import { useQueryClient } from "@tanstack/react-query";
import {
  Bell,
  Bitcoin,
  Copy,
  DollarSign,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Sun,
  type LucideIcon,
} from "lucide-react";
import { apiQuery } from "../../data/api/query.ts";
import { useChoice } from "../../ui/preferences/stored-choice.ts";
import { themeChoice } from "../../ui/preferences/theme.ts";
import { unitChoice, UNITS, useUnit } from "../../ui/preferences/unit.ts";
import { copyText } from "../../ui/copy/copy-text.ts";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { paletteTexts as texts } from "./strings.ts";

export interface Command {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** True if this choice is active. */
  readonly isChosen?: boolean;
  readonly keys?: readonly string[];
}

export interface PaletteActions {
  readonly onHelp: () => void;
  readonly onActivity: () => void;
  readonly onLogout: () => void;
}

const THEME_ICONS = { dark: Moon, light: Sun, system: Monitor };

export function useCommands(actions: PaletteActions): Command[] {
  const unit = useUnit();
  const theme = useChoice(themeChoice);
  const copyAddress = useCopyAddress();
  return [
    { label: texts.copyAddress, icon: Copy, run: () => void copyAddress() },
    ...UNITS.map((one) => ({
      label: texts.showAmountsIn(one),
      icon: one === "USD" ? DollarSign : Bitcoin,
      run: () => unitChoice.set(one),
      isChosen: one === unit,
    })),
    ...(["dark", "light", "system"] as const).map((one) => ({
      label: texts.themes[one],
      icon: THEME_ICONS[one],
      run: () => themeChoice.set(one),
      isChosen: one === theme,
    })),
    { label: texts.activity, icon: Bell, run: actions.onActivity },
    { label: texts.shortcuts, icon: Keyboard, run: actions.onHelp, keys: ["?"] },
    { label: texts.logout, icon: LogOut, run: actions.onLogout },
  ];
}

function useCopyAddress(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    let address: string;
    try {
      ({ address } = await queryClient.query(apiQuery("getDepositAddress")));
    } catch (error) {
      toastError(error);
      return;
    }
    try {
      await copyText(address);
      toast({ title: texts.copiedTitle, description: texts.copiedText });
    } catch {
      const { notCopiedTitle: title, notCopiedText: description } = texts;
      toast({ title, description, variant: "destructive" });
    }
  };
}
