/**
 * /admin/settings: the values behind every figure, with author and source. Folded sections
 * summarize their current values, an index links to the sections, and dialogs change the values.
 */
import { useQuery } from "@tanstack/react-query";
import type { TermKind } from "#economics";
import { apiQuery } from "../../data/api/query.ts";
import { Folds } from "../../ui/layout/Fold.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { isToChange } from "./banner-view.ts";
import { BannerPanel } from "./BannerPanel.tsx";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { RatesPanel } from "./RatesPanel.tsx";
import { ReferenceFold } from "./ReferenceFold.tsx";
import { FoldButtons, SettingsIndex } from "./SettingsIndex.tsx";
import type { Settings } from "./settings-view.ts";
import { bannerTexts, historyTexts, settingsTexts as texts } from "./strings.ts";
import { TermsPanel } from "./TermsPanel.tsx";
import { WaitingPanel } from "./WaitingPanel.tsx";

/** Interval at which every page refetches the announcement. */
const REFETCH_MS = 30_000;

export function SiteSettingsPage() {
  const settings = useQuery({
    ...apiQuery("getSiteSettings"),
    refetchInterval: ({ state }) => (state.data && isToChange(state.data) ? REFETCH_MS : false),
  });
  return (
    <>
      <PageHead title={texts.title} end={<FoldButtons titles={SECTIONS} />}>
        {texts.lead}
      </PageHead>
      <Loaded query={settings} lines={9} still={texts.still}>
        {(values) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <AuthorityNote />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[176px_minmax(0,1fr)]">
              <SettingsIndex titles={SECTIONS} />
              <Sections {...values} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

type Section = keyof typeof SECTIONS;

function Sections({ at, reference, earn, terms, banners, shownBanner }: Settings) {
  const groups = (...kinds: TermKind[]) => terms.filter(({ kind }) => kinds.includes(kind));
  const panel = (id: Section, foot: string, ...kinds: TermKind[]) => (
    <TermsPanel
      {...{ id, foot }}
      title={SECTIONS[id]}
      groups={groups(...kinds)}
      reference={reference[0]}
    />
  );
  const waiting = (id: Section, footOf: (hours: number) => string, ...kinds: TermKind[]) => (
    <WaitingPanel
      {...{ id, footOf, at }}
      title={SECTIONS[id]}
      groups={groups(...kinds)}
      reference={reference[0]}
    />
  );
  return (
    <Folds>
      <ReferenceFold id="reference" reference={reference} at={at} />
      {panel("plans", texts.plansFoot, "plan")}
      {panel("hardware", texts.itemsFoot, "item")}
      <RatesPanel id="rates" earn={earn} />
      {panel("earn-terms", texts.earnTermsFoot, ...EARN_KINDS)}
      {panel("withdrawals", texts.withdrawalsFoot, "withdrawal")}
      {waiting("review", texts.reviewFoot, "review")}
      {panel("fee", texts.feeFoot, "fee")}
      {panel("consolidation", texts.consolidationFoot, "consolidation")}
      {panel("cold", texts.coldFoot, "cold")}
      {waiting("faucet", texts.faucetFoot, "faucet")}
      {panel("forex", texts.forexFoot, "forexDesk")}
      {panel("forex-interest", texts.forexInterestFoot, "forexInterest")}
      {panel("forex-pairs", texts.forexPairsFoot, ...FOREX_PAIR_KINDS)}
      {waiting("pool", texts.poolFoot, ...POOL_KINDS)}
      {panel("messages", texts.messagesFoot, "messages")}
      <HistoryPanel id="history" />
      <BannerPanel id="announcement" banners={banners} shownBanner={shownBanner} at={at} />
    </Folds>
  );
}

const EARN_KINDS = ["fixedInvestment", "flexibleInvestment", "staking"] as const;

const FOREX_PAIR_KINDS = ["forexMajorPair", "forexPair"] as const;

const POOL_KINDS = ["poolBlock", "poolPay"] as const;

const SECTIONS = {
  reference: texts.reference,
  plans: texts.plans,
  hardware: texts.items,
  rates: texts.rates,
  "earn-terms": texts.earnTerms,
  withdrawals: texts.withdrawals,
  review: texts.review,
  fee: texts.fee,
  consolidation: texts.consolidation,
  cold: texts.cold,
  faucet: texts.faucet,
  forex: texts.forex,
  "forex-interest": texts.forexInterest,
  "forex-pairs": texts.forexPairs,
  pool: texts.pool,
  messages: texts.messages,
  history: historyTexts.title,
  announcement: bannerTexts.title,
} as const;
