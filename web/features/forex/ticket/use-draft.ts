/**
 * Keeps the ticket's draft in the page, so that shortcuts work and the draft survives while the
 * ticket is not rendered.
 */
import { useCallback, useMemo, useState } from "react";
import { FIRST_DRAFT, forOther, type Draft } from "./draft.ts";

export interface DraftState {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
}

/** Returns the draft. Its prices are cleared when the instrument changes. */
export function useDraft(instrument: string): DraftState {
  const [latest, setLatest] = useState({ instrument, draft: FIRST_DRAFT });
  const draft = useMemo(
    () => (latest.instrument === instrument ? latest.draft : forOther(latest.draft)),
    [latest, instrument],
  );
  const change = useCallback(
    (next: Partial<Draft>) =>
      setLatest((was) => {
        const before = was.instrument === instrument ? was.draft : forOther(was.draft);
        return { instrument, draft: { ...before, ...next } };
      }),
    [instrument],
  );
  return useMemo(() => ({ draft, change }), [draft, change]);
}
