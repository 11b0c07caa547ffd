/**
 * /admin/settings: the inputs of every figure, who set them and from what source; changes in
 * dialogs, versions below.
 */
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useState, type ReactNode } from "react";
import { REFERENCE_FIELD_NAMES, REFERENCE_FIELDS, type TermKind } from "#economics";
import { apiQuery } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { isToChange } from "./banner-view.ts";
import { BannerPanel } from "./BannerPanel.tsx";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { PostedAt } from "./PostedAt.tsx";
import { RatesPanel } from "./RatesPanel.tsx";
import { ReferenceDialog } from "./ReferenceDialog.tsx";
import { changeSteps, numberText, stepBase, type Settings, type Version } from "./settings-view.ts";
import { bannerTexts, historyTexts, settingsTexts as texts } from "./strings.ts";
import { TermsPanel } from "./TermsPanel.tsx";
import { VersionsTable, type PostedChange } from "./VersionsTable.tsx";
import { WaitingPanel } from "./WaitingPanel.tsx";

const VERSIONS_SHOWN = 20;
/** As often as every page asks what is announced. */
const REFETCH_MS = 30_000;

export function SiteSettingsPage() {
  const settings = useQuery({
    ...apiQuery("getSiteSettings"),
    refetchInterval: ({ state }) => (state.data && isToChange(state.data) ? REFETCH_MS : false),
  });
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <Loaded query={settings} lines={9} still={texts.still}>
        {(found) => <Sections {...found} />}
      </Loaded>
    </>
  );
}

function Sections({ at, reference, earn, terms, banners, shownBanner }: Settings) {
  const groups = (...kinds: TermKind[]) => terms.filter(({ kind }) => kinds.includes(kind));
  const panel = (title: string, foot: string, ...kinds: TermKind[]) => (
    <TermsPanel title={title} foot={foot} groups={groups(...kinds)} reference={reference[0]} />
  );
  const waiting = (title: string, footOf: (hours: number) => string, ...kinds: TermKind[]) => (
    <WaitingPanel {...{ title, footOf, at }} groups={groups(...kinds)} reference={reference[0]} />
  );
  return (
    <>
      <Jumps />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <AuthorityNote factorText={texts.factorText} />
        <Section id="reference">
          <CurrentValues reference={reference} at={at} />
          <Versions versions={reference} />
        </Section>
        <Section id="plans">{panel(texts.plans, texts.plansFoot, "plan")}</Section>
        <Section id="hardware">{panel(texts.items, texts.itemsFoot, "item")}</Section>
        <Section id="rates">
          <RatesPanel earn={earn} />
        </Section>
        <Section id="earn-terms">
          {panel(texts.earnTerms, texts.earnTermsFoot, ...EARN_KINDS)}
        </Section>
        <Section id="withdrawals">
          {panel(texts.withdrawals, texts.withdrawalsFoot, "withdrawal")}
        </Section>
        <Section id="review">{waiting(texts.review, texts.reviewFoot, "review")}</Section>
        <Section id="fee">{panel(texts.fee, texts.feeFoot, "fee")}</Section>
        <Section id="faucet">{waiting(texts.faucet, texts.faucetFoot, "faucet")}</Section>
        <Section id="forex">{panel(texts.forex, texts.forexFoot, "forexDesk")}</Section>
        <Section id="forex-interest">
          {panel(texts.forexInterest, texts.forexInterestFoot, "forexInterest")}
        </Section>
        <Section id="forex-pairs">
          {panel(texts.forexPairs, texts.forexPairsFoot, ...FOREX_PAIR_KINDS)}
        </Section>
        <Section id="pool">{waiting(texts.pool, texts.poolFoot, ...POOL_KINDS)}</Section>
        <Section id="messages">{panel(texts.messages, texts.messagesFoot, "messages")}</Section>
        <Section id="history">
          <HistoryPanel />
        </Section>
        <Section id="announcement">
          <BannerPanel banners={banners} shownBanner={shownBanner} at={at} />
        </Section>
      </div>
    </>
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
  faucet: texts.faucet,
  forex: texts.forex,
  "forex-interest": texts.forexInterest,
  "forex-pairs": texts.forexPairs,
  pool: texts.pool,
  messages: texts.messages,
  history: historyTexts.title,
  announcement: bannerTexts.title,
} as const;

function Jumps() {
  return (
    <nav aria-label={texts.onThisPage} className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {Object.entries(SECTIONS).map(([id, title]) => (
        <a key={id} href={`#${id}`} className="max-md:py-2.5">
          {title}
        </a>
      ))}
    </nav>
  );
}

function Section(props: { id: keyof typeof SECTIONS; children: ReactNode }) {
  return (
    <div id={props.id} className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4">
      {props.children}
    </div>
  );
}

function CurrentValues(settings: Pick<Settings, "reference" | "at">) {
  const [current] = settings.reference;
  const [seen, setSeen] = useState<Version>();
  if (current === undefined) return null;
  return (
    <Panel
      title={texts.reference}
      end={
        <Button onClick={() => setSeen(current)}>
          <SlidersHorizontal className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.change}
        </Button>
      }
    >
      <div className="grid items-start gap-x-10 lg:grid-cols-2">
        <KeyValues>
          {REFERENCE_FIELD_NAMES.map((name) => (
            <KeyValue key={name} label={REFERENCE_FIELDS[name].label}>
              {numberText(current.values[name])} {REFERENCE_FIELDS[name].unit}
            </KeyValue>
          ))}
        </KeyValues>
        <KeyValues>
          <KeyValue label={texts.validFrom}>
            <PostedAt at={current.validFrom} />
          </KeyValue>
          <KeyValue label={texts.source}>
            <span className="wrap-anywhere whitespace-normal">{current.source}</span>
          </KeyValue>
          <KeyValue label={texts.setBy}>
            <span className="break-all whitespace-normal">{current.setBy ?? texts.gone}</span>
          </KeyValue>
        </KeyValues>
      </div>
      {seen === undefined ? null : (
        <ReferenceDialog
          seen={seen}
          base={stepBase(settings) ?? seen}
          isOutdated={seen.id !== current.id}
          onClose={() => setSeen(undefined)}
        />
      )}
    </Panel>
  );
}

function Versions({ versions }: { versions: readonly Version[] }) {
  return (
    <Panel title={texts.history} isFlush foot={texts.historyFoot}>
      {versions.length === 1 ? (
        <Empty title={texts.onlyOne}>{texts.onlyOneText}</Empty>
      ) : (
        <VersionsTable caption={texts.history} changes={versions.map(asChange)} />
      )}
    </Panel>
  );
}

function asChange(version: Version, position: number, versions: readonly Version[]): PostedChange {
  const before = versions[position + 1];
  const begin = position + 1 === VERSIONS_SHOWN ? texts.older : texts.first;
  const what = before ? changeSteps(before.values, version.values).join("; ") : begin;
  return { ...version, what };
}
