/** /forex: the live desk, or the replay that the address names. */
import { useMemo } from "react";
import { LiveDesk } from "./LiveDesk.tsx";
import { ReplayDesk } from "./replays/ReplayDesk.tsx";
import { DeskSourceContext, LIVE_DESK, replayDesk } from "./source/desk-source.ts";
import { useForexView } from "./view/use-forex-view.ts";

export function ForexPage() {
  const [{ replay }] = useForexView();
  const source = useMemo(() => (replay === "" ? LIVE_DESK : replayDesk(replay)), [replay]);
  return (
    <DeskSourceContext value={source}>
      {replay === "" ? <LiveDesk /> : <ReplayDesk key={replay} replayId={replay} />}
    </DeskSourceContext>
  );
}
