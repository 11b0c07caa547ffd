/**
 * Shows typical marketing figures, each marked as a sample, next to this installation's own
 * measurement, or "Not monitored" if there is none.
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
import { claimTexts as texts } from "./strings.ts";
import { TryNow } from "./TryNow.tsx";

interface Claim {
  texts: (typeof texts.claims)[keyof typeof texts.claims];
  /** Returns the measured value. Returns null or false if there is no live source. */
  measured: (stats: PublicStats) => ReactNode;
}

const { hashRate, miners, uptime, volume, traders, success } = texts.claims;

const CLAIMS: readonly Claim[] = [
  {
    texts: hashRate,
    measured: ({ hashRateThs, isPoolMonitored }) =>
      hashRateThs === null ? isPoolMonitored && texts.noShares : measuredRateText(hashRateThs),
  },
  {
    texts: miners,
    measured: ({ activeMiners }) => activeMiners !== null && wholeText(activeMiners),
  },
  {
    texts: uptime,
    measured: (stats) => durationText(stats.uptimeSeconds),
  },
  {
    texts: volume,
    measured: (stats) => <Volume {...stats} />,
  },
  {
    texts: traders,
    measured: ({ activeTraders }) =>
      activeTraders === 0 ? texts.noTrades : activeTraders !== null && wholeText(activeTraders),
  },
  {
    texts: success,
    measured: (stats) => (
      <span className="block text-base leading-6 font-normal tracking-normal">
        {losingAccountsText(stats)}
      </span>
    ),
  },
];

const ROW =
  "grid items-baseline gap-x-4 gap-y-0.5 border-b border-line py-[13px] max-md:grid-cols-2 md:grid-cols-[2.4fr_3fr_3.6fr_4fr]";

export function Claims() {
  const { stats, isError } = usePublicStats();
  return (
    <Section isDeep title={texts.title} lead={texts.lead}>
      <div className="mb-6 flex min-h-9 items-center gap-x-4 gap-y-2 max-md:min-h-30 max-md:flex-wrap">
        {stats?.canTry === true ? <TryNow /> : null}
      </div>
      <div className="grid items-center gap-4 border-y border-t-line-strong border-b-line py-2.5 text-xs font-medium text-fg-2 max-md:flex max-md:justify-between md:grid-cols-[2.4fr_3fr_3.6fr_4fr]">
        <span className="max-md:hidden">{texts.measure}</span>
        <span className="flex items-center gap-2">
          {texts.claimed} <SampleTag />
        </span>
        <span className="flex items-center gap-2">
          {texts.measured}
          {stats === undefined ? null : <LiveMark>{utcTimeText(stats.at)} UTC</LiveMark>}
        </span>
        <span className="max-md:hidden">{texts.how}</span>
      </div>
      <dl>
        {CLAIMS.map((claim) => (
          <div key={claim.texts.measure} className={ROW}>
            <dt className="font-medium max-md:col-span-full max-md:text-sm max-md:text-fg-2">
              {claim.texts.measure}
            </dt>
            <dd className="justify-self-start border-b border-dashed border-line-control text-lg tracking-[-0.015em] text-fg-2">
              <span className="mr-1 text-2xs tracking-normal text-fg-3">{texts.sample}</span>{" "}
              {claim.texts.said}
            </dd>
            <dd className="min-h-8 text-2xl leading-8 font-[550] tracking-[-0.022em] max-md:text-lg md:text-[1.5rem]">
              <Measured claim={claim} stats={stats} isError={isError} />
            </dd>
            <dd className="text-sm text-fg-2 max-md:col-span-full max-md:text-xs">
              {claim.texts.how}
            </dd>
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
      {cents === null ? <NotMonitored /> : cents === 0 ? texts.noTrades : <Usd cents={cents} />}
      <span className="block text-sm leading-6 font-normal tracking-normal text-fg-2">
        <Amount sats={movedSats24h} unit="BTC" /> {texts.moved}
      </span>
    </>
  );
}
