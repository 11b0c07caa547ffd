/** /forex: the live desk, or the replay named in the URL. */
import { lazy, Suspense } from "react";
import { LiveDesk } from "./LiveDesk.tsx";
import { useForexView } from "./view/use-forex-view.ts";

const ReplayDesk = lazy(async () => ({
  default: (await import("./replays/ReplayDesk.tsx")).ReplayDesk,
}));

export function ForexPage() {
  const [{ replay }] = useForexView();
  if (replay === "") return <LiveDesk />;
  return (
    <Suspense>
      <ReplayDesk key={replay} replayId={replay} />
    </Suspense>
  );
}
