/** /forex: the live desk, or the replay that the address names. */
import { lazy, Suspense, useMemo } from "react";
import { LiveDesk } from "./LiveDesk.tsx";
import { DeskSourceContext, LIVE_DESK, replayDesk } from "./source/desk-source.ts";
import { useForexView } from "./view/use-forex-view.ts";

const ReplayDesk = lazy(async () => ({
  default: (await import("./replays/ReplayDesk.tsx")).ReplayDesk,
}));

export function ForexPage() {
  const [{ replay }] = useForexView();
  const source = useMemo(() => (replay === "" ? LIVE_DESK : replayDesk(replay)), [replay]);
  return (
    <DeskSourceContext value={source}>
      <Suspense>
        {replay === "" ? <LiveDesk /> : <ReplayDesk key={replay} replayId={replay} />}
      </Suspense>
    </DeskSourceContext>
  );
}
