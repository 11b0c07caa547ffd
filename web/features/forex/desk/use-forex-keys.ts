/**
 * Keyboard shortcuts of the desk, which are also listed in the command palette and the shortcut
 * overview.
 */
import {
  ArrowDown,
  ArrowLeftRight,
  ArrowUp,
  BellPlus,
  ChartCandlestick,
  CopyX,
  Search,
  SquarePen,
  TrendingDown,
  TrendingUp,
  X,
} from "lucide-react";
import { useMemo } from "react";
import { usePageCommands, type PageCommand } from "../../../ui/navigation/page-commands.ts";
import { instrumentTexts } from "../instrument/strings.ts";
import { forexTexts as texts } from "./strings.ts";
import { ENTRY_KEYS, steppedSize } from "../ticket/ticket-keys.ts";
import { PRICE_ID, SEND_ID } from "../ticket/ids.ts";
import type { DraftState } from "../ticket/use-draft.ts";
import { QUICK_TIMEFRAMES } from "../view/forex-search.ts";
import type { ChangeView } from "../view/use-forex-view.ts";
import { SEARCH_ID } from "../watch/Watchlist.tsx";

export function useForexKeys(desk: {
  readonly state: DraftState;
  readonly onView: ChangeView;
  readonly onClose: () => void;
  readonly onCloseAll: () => void;
  /** Opens the dialog that moves funds. Absent in a replay, which has no funds to move. */
  readonly onFunds?: (() => void) | undefined;
  /** Opens the form of a new alert. Absent in a replay. */
  readonly onAlert?: (() => void) | undefined;
}): void {
  const { state, onView, onClose, onCloseAll, onFunds, onAlert } = desk;
  const commands = useMemo((): PageCommand[] => {
    const { draft, change } = state;
    const trade = (edit: Parameters<typeof change>[0], focus?: string) => () => {
      onView({ part: "trade" });
      change(edit);
      if (focus !== undefined) focusSoon(focus);
    };
    return [
      { label: texts.keys.buy, icon: TrendingUp, key: "b", run: trade({ side: "buy" }, SEND_ID) },
      {
        label: texts.keys.sell,
        icon: TrendingDown,
        key: "s",
        run: trade({ side: "sell" }, SEND_ID),
      },
      ...ENTRY_KEYS.map(({ key, type }) => ({
        label: texts.keys.types[type],
        icon: SquarePen,
        key,
        run: trade({ type }, type === "MARKET" ? SEND_ID : PRICE_ID),
      })),
      {
        label: texts.keys.more,
        icon: ArrowUp,
        key: "ArrowUp",
        keyText: "↑",
        run: trade(steppedSize(draft, 1)),
      },
      {
        label: texts.keys.less,
        icon: ArrowDown,
        key: "ArrowDown",
        keyText: "↓",
        run: trade(steppedSize(draft, -1)),
      },
      { label: texts.keys.close, icon: X, key: "x", run: onClose },
      { label: texts.keys.closeAll, icon: CopyX, key: "a", run: onCloseAll },
      {
        label: texts.keys.find,
        icon: Search,
        key: "/",
        run() {
          onView({ part: "markets" });
          focusSoon(SEARCH_ID);
        },
      },
      ...QUICK_TIMEFRAMES.map((timeframe, index) => ({
        label: texts.keys.timeframe(instrumentTexts.names[timeframe]),
        icon: ChartCandlestick,
        key: String(index + 1),
        run: () => onView({ timeframe }),
      })),
      ...(onAlert ? [{ label: texts.keys.alert, icon: BellPlus, key: "n", run: onAlert }] : []),
      ...(onFunds ? [{ label: texts.keys.funds, icon: ArrowLeftRight, run: onFunds }] : []),
    ];
  }, [state, onView, onClose, onCloseAll, onFunds, onAlert]);
  usePageCommands(commands);
}

const FRAMES_MAX = 120;

/** Focuses the element as soon as it is rendered, because the ticket may still be loading. */
function focusSoon(id: string, framesLeft = FRAMES_MAX): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const element = document.getElementById(id);
      if (element !== null) element.focus();
      else if (framesLeft > 0) focusSoon(id, framesLeft - 2);
    }),
  );
}
