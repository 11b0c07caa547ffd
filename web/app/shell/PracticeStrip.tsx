/** Bar at the top of every page that marks the site as practice. Users cannot close it. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { useSyncExternalStore, type ReactNode } from "react";
import { usePublicStats, type PublicStats } from "../../data/live/public-stats.ts";
import { PRACTICE_WORDS } from "../../ui/layout/PageTitle.tsx";
import { frameTexts as texts } from "./strings.ts";

/**
 * Maximum age of figures from a working node. Longer than two polling intervals, so older figures
 * mean that the node or this server is not responding.
 */
const NODE_FRESH_SECONDS = 90;

export function PracticeStrip() {
  const { stats, readAt } = usePublicStats();
  const now = useNow();
  return (
    <section
      aria-label={texts.strip}
      data-part="practice-strip"
      className="relative z-[6] flex min-h-(--strip) items-center border-b border-line bg-sunk text-xs text-fg-2"
    >
      <div className="flex items-center gap-2.5 self-stretch pr-4 font-medium text-fg max-[400px]:gap-2 max-[400px]:pr-2">
        <span className="w-6 self-stretch hatch-accent max-[400px]:w-4" aria-hidden />
        {PRACTICE_WORDS}
      </div>
      <div className="ml-auto flex pr-4 font-mono text-2xs max-[400px]:pr-3">
        {stats === undefined || now === undefined ? null : (
          <Facts stats={stats} now={now} ageSeconds={Math.floor((now - readAt) / 1000)} />
        )}
      </div>
    </section>
  );
}

function Facts(props: { stats: PublicStats; now: number; ageSeconds: number }) {
  const { stats, now } = props;
  const nodeAge =
    stats.nodeAgeSeconds === null
      ? undefined
      : stats.nodeAgeSeconds + Math.max(0, props.ageSeconds);
  return (
    <>
      <Fact isFirst>{stats.network}</Fact>
      <Fact>
        {stats.blockHeight === null
          ? texts.blockNotMonitored
          : texts.block(wholeText(stats.blockHeight))}
      </Fact>
      <Fact>{nodeText(nodeAge)}</Fact>
      <Fact>{texts.time(new Date(now).toISOString().slice(11, 19))}</Fact>
    </>
  );
}

function nodeText(ageSeconds: number | undefined): string {
  if (ageSeconds === undefined) return texts.nodeNotMonitored;
  return ageSeconds <= NODE_FRESH_SECONDS ? texts.nodeConnected : texts.nodeSilent(ageSeconds);
}

function Fact(props: { isFirst?: boolean; children: ReactNode }) {
  const look = props.isFirst
    ? "px-3 whitespace-nowrap max-[400px]:px-0"
    : "border-l border-line-strong px-3 whitespace-nowrap last:pr-0 max-[900px]:hidden";
  return <span className={look}>{props.children}</span>;
}

/** Returns the current time, updated every second, or undefined in prerendered pages. */
function useNow(): number | undefined {
  return useSyncExternalStore(eachSecond, thisSecond, () => undefined);
}

function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}

function thisSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
