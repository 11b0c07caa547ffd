/** The ticket's draft. Its keys work, and it is kept, also where no ticket stands. */
import { useCallback, useMemo, useState } from "react";
import { FIRST_DRAFT, forOther, type Draft } from "./draft.ts";

export interface DraftState {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
}

/** Lives with the page, whose keys change it too; prices of another instrument are left out. */
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
