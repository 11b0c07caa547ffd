/** Reads the view from the page's URL, and updates the URL when the view changes. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { paths } from "../../../ui/navigation/paths.ts";
import { forexSearch, readForexSearch, type ForexView } from "./forex-search.ts";

export type ChangeView = (change: Partial<ForexView>) => void;

export function useForexView(): readonly [ForexView, ChangeView] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = useMemo(() => readForexSearch(search), [search]);
  const change = useCallback(
    (next: Partial<ForexView>) =>
      void navigate({
        ...paths.forex,
        search: forexSearch({ ...view, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, view],
  );
  return [view, change];
}
