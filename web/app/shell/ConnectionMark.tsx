/** Says whether the numbers are live, and since when not. */
import { LiveMark } from "../../ui/loading/LiveMark.tsx";
import { useConnection } from "../../data/live/connection.ts";

export function ConnectionMark() {
  const { state, heardAt } = useConnection();
  return (
    <output className="min-w-22">
      {state === "live" ? <LiveMark>Connected</LiveMark> : null}
      {state === "connecting" ? <LiveMark isStale>Connecting...</LiveMark> : null}
      {state === "reconnecting" ? <LiveMark isStale>Reconnecting...</LiveMark> : null}
      {state === "stale" ? <LiveMark isStale>{staleText(heardAt)}</LiveMark> : null}
    </output>
  );
}

function staleText(heardAt: number | undefined): string {
  if (heardAt === undefined) return "No live connection";
  return `Stale since ${new Date(heardAt).toISOString().slice(11, 19)} UTC`;
}
