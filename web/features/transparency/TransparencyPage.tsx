/**
 * /transparency, a public page: the verdict about the platform's ledger, the figures behind it, and
 * incidents.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { BadgePanel } from "./BadgePanel.tsx";
import { CoinsPanel } from "./CoinsPanel.tsx";
import { DeskPanel } from "./DeskPanel.tsx";
import { HashRatePanel } from "./HashRatePanel.tsx";
import { IncidentsPanel } from "./IncidentsPanel.tsx";
import { LimitsPanel } from "./LimitsPanel.tsx";
import { ProofPanel } from "./ProofPanel.tsx";
import { ProductsPanel } from "./ProductsPanel.tsx";
import { ReferenceFolds } from "./ReferenceFolds.tsx";
import { ReservesPanel } from "./ReservesPanel.tsx";
import type { Transparency } from "./transparency.ts";
import { TrialBalancePanel } from "./TrialBalancePanel.tsx";
import { VerdictPanel } from "./VerdictPanel.tsx";
import { VerifyNote } from "./VerifyNote.tsx";
import { WithdrawalsPanel } from "./WithdrawalsPanel.tsx";
import { transparencyTexts as texts } from "./strings.ts";

const REFETCH_MS = 10_000;

/** `userId` is null for a visitor. */
export function TransparencyPage({ userId }: { userId: string | null }) {
  const query = useQuery({ ...apiQuery("getTransparency"), refetchInterval: REFETCH_MS });
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Loaded query={query} lines={6}>
          {(now) => <VerdictPanel transparency={now} />}
        </Loaded>
        <VerifyNote />
        {query.data === undefined ? null : <Figures transparency={query.data} userId={userId} />}
        <IncidentsPanel />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <LimitsPanel hasNoProof={query.data?.root === null} />
          <BadgePanel />
        </div>
      </div>
    </>
  );
}

function Figures(props: { transparency: Transparency; userId: string | null }) {
  const { transparency, userId } = props;
  const { coins, ledger, products, cover, hashRate, forex } = transparency;
  return (
    <>
      <CoinsPanel coins={coins} />
      <ProofPanel userId={userId} />
      <ReservesPanel reserves={transparency.reserves} />
      <TrialBalancePanel ledger={ledger} />
      <ProductsPanel products={products} cover={cover} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <DeskPanel forex={forex} />
        <HashRatePanel hashRate={hashRate} />
      </div>
      <WithdrawalsPanel withdrawals={transparency.withdrawals} />
      <ReferenceFolds reference={transparency.reference} terms={transparency.terms} />
    </>
  );
}
