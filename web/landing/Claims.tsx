/**
 * Typical marketing figures, each marked as a sample, next to this installation's own measurement.
 * Without a source it shows "Not monitored".
 */
import type { ReactNode } from "react";
import { losingAccountsText } from "../ui/amounts/losing-accounts.ts";
import { usePublicStats, type PublicStats } from "../data/live/public-stats.ts";
import { Amount, Usd } from "../ui/figures/Amount.tsx";
import { LiveMark } from "../ui/loading/LiveMark.tsx";
import { measuredRateText } from "../ui/amounts/measured-rate.ts";
import { wholeText } from "../ui/preferences/number-marks.ts";
import { durationText, utcTimeText } from "../ui/amounts/number-format.ts";
import { Skeleton } from "../ui/loading/Skeleton.tsx";
import { NotMonitored, SampleTag } from "../ui/layout/Tag.tsx";
import { Section } from "./Section.tsx";
import { TryNow } from "./TryNow.tsx";

interface Claim {
  measure: string;
  said: string;
  /** Returns null or false if there is no live source. */
  measured: (stats: PublicStats) => ReactNode;
  how: string;
}

const CLAIMS: readonly Claim[] = [
  {
    measure: "Hash rate",
    said: "2.5 EH/s",
    measured: ({ hashRateThs, isPoolMonitored }) =>
      hashRateThs === null ? isPoolMonitored && "no shares yet" : measuredRateText(hashRateThs),
    how: "accepted shares of people's machines in the pool, last hour",
  },
  {
    measure: "Active miners",
    said: "15,000+",
    measured: ({ activeMiners }) => activeMiners !== null && wholeText(activeMiners),
    how: "accounts with a contract or rig whose mining is on; anonymous ones do not count",
  },
  {
    measure: "Uptime",
    said: "99.9%",
    measured: (stats) => durationText(stats.uptimeSeconds),
    how: "without a break since the last start",
  },
  {
    measure: "Daily volume",
    said: "$2.5B+",
    measured: (stats) => <Volume {...stats} />,
    how: "Forex desk and chain, last 24 h; coins or units that circle count once each way",
  },
  {
    measure: "Active traders",
    said: "50,000+",
    measured: ({ activeTraders }) =>
      activeTraders === 0 ? "no trades yet" : activeTraders !== null && wholeText(activeTraders),
    how: "accounts that held 100 USD or more in the last 24 h; one person may have several",
  },
  {
    measure: "Success rate",
    said: "87%",
    measured: (stats) => (
      <span className="block text-base leading-6 font-normal tracking-normal">
        {losingAccountsText(stats)}
      </span>
    ),
    how: "accounts that traded or held a position: equity now, less equity 12 months ago, less net deposits",
  },
];

const ROW =
  "grid items-baseline gap-x-4 gap-y-0.5 border-b border-line py-[13px] max-md:grid-cols-2 md:grid-cols-[2.4fr_3fr_3.6fr_4fr]";

export function Claims() {
  const { stats, isError } = usePublicStats();
  return (
    <Section
      isDeep
      title="What such a page usually claims, and what this site measures"
      lead="The left figures are sample marketing copy. The right ones are read from this installation."
    >
      <div className="mb-6 flex min-h-9 items-center gap-x-4 gap-y-2 max-md:min-h-30 max-md:flex-wrap">
        {stats?.canTry === true ? <TryNow /> : null}
      </div>
      <div className="grid items-center gap-4 border-y border-t-line-strong border-b-line py-2.5 text-xs font-medium text-fg-2 max-md:flex max-md:justify-between md:grid-cols-[2.4fr_3fr_3.6fr_4fr]">
        <span className="max-md:hidden">Measure</span>
        <span className="flex items-center gap-2">
          Claimed <SampleTag />
        </span>
        <span className="flex items-center gap-2">
          This installation
          {stats === undefined ? null : <LiveMark>{utcTimeText(stats.at)} UTC</LiveMark>}
        </span>
        <span className="max-md:hidden">How it is measured</span>
      </div>
      <dl>
        {CLAIMS.map((claim) => (
          <div key={claim.measure} className={ROW}>
            <dt className="font-medium max-md:col-span-full max-md:text-sm max-md:text-fg-2">
              {claim.measure}
            </dt>
            <dd className="justify-self-start border-b border-dashed border-line-control text-lg tracking-[-0.015em] text-fg-2">
              <span className="mr-1 text-2xs tracking-normal text-fg-3">Sample</span> {claim.said}
            </dd>
            <dd className="min-h-8 text-2xl leading-8 font-[550] tracking-[-0.022em] max-md:text-lg md:text-[1.5rem]">
              <Measured claim={claim} stats={stats} isError={isError} />
            </dd>
            <dd className="text-sm text-fg-2 max-md:col-span-full max-md:text-xs">{claim.how}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Measured(props: { claim: Claim; stats: PublicStats | undefined; isError: boolean }) {
  if (props.stats === undefined) {
    return props.isError ? <NotMonitored /> : <Skeleton className="w-24" />;
  }
  const measured = props.claim.measured(props.stats) ?? false;
  return measured === false ? <NotMonitored /> : measured;
}

function Volume({ volume24hCents: cents, movedSats24h }: PublicStats) {
  return (
    <>
      {cents === null ? <NotMonitored /> : cents === 0 ? "no trades yet" : <Usd cents={cents} />}
      <span className="block text-sm leading-6 font-normal tracking-normal text-fg-2">
        <Amount sats={movedSats24h} unit="BTC" /> moved on the chain
      </span>
    </>
  );
}
