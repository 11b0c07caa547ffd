/**
 * Keeps the terms in the page's URL. They are written after a short delay, so that dragging does
 * not change the URL constantly.
 */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { readReplaySearch, type ReplaySearch } from "./replay-search.ts";

const WRITE_AFTER_MS = 250;

export function useReplaySearch() {
  const navigate = useNavigate();
  const search = readReplaySearch(useSearch({ strict: false }));
  const addressed = JSON.stringify(search);
  const [wanted, setWanted] = useState(addressed);
  const [seen, setSeen] = useState(addressed);
  const [written, setWritten] = useState(addressed);
  if (seen !== addressed) {
    setSeen(addressed);
    // The back button, the forward button or a link has changed the URL, so its terms replace the
    // unsaved changes.
    if (addressed !== written) setWanted(addressed);
  }
  useEffect(() => {
    if (wanted === addressed) return undefined;
    const timer = setTimeout(() => {
      setWritten(wanted);
      void navigate({
        ...paths.timeMachine,
        search: JSON.parse(wanted) as ReplaySearch,
        replace: true,
        resetScroll: false,
      });
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted, addressed, navigate]);
  const change = useCallback((to: (now: ReplaySearch) => ReplaySearch) => {
    setWanted((now) =>
      JSON.stringify(readReplaySearch({ ...to(JSON.parse(now) as ReplaySearch) })),
    );
  }, []);
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  }, [wanted]);
  /** Returns a link to the current terms, including changes that are not in the URL yet. */
  const link = useCallback((): string => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(JSON.parse(latest.current) as ReplaySearch))
      query.set(name, String(value));
    return `${location.origin}${paths.timeMachine.to}?${query}`;
  }, []);
  return { search: JSON.parse(wanted) as ReplaySearch, change, link };
}

export type ReplayState = ReturnType<typeof useReplaySearch>;
