/** Selects the season of a list at the live desk, and starts a new season. */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import { SeasonChoice } from "./SeasonChoice.tsx";
import { seasonTexts as texts } from "./strings.ts";
import { useSeason } from "./season-context.ts";
import { useSeasons } from "./use-seasons.ts";

const SeasonDialog = lazy(async () => ({
  default: (await import("./SeasonDialog.tsx")).SeasonDialog,
}));

/** Renders nothing in a replay, and before the first event of the account. */
export function SeasonBar() {
  const { replayId } = useDeskSource();
  const { season, setSeason } = useSeason();
  const { data } = useSeasons(replayId === undefined);
  const [isOpen, setIsOpen] = useState(false);
  if (replayId !== undefined || data === undefined || data.current.beganAt === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2.5 max-md:px-4">
      <SeasonChoice season={season} onChange={setSeason} />
      {data.current.isEmpty ? null : (
        <Button size="small" onClick={() => setIsOpen(true)}>
          {texts.start}
        </Button>
      )}
      <Suspense>{isOpen ? <SeasonDialog onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </div>
  );
}
