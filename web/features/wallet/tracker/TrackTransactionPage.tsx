/**
 * /track-transaction/{txId}: the state of a transaction by txid or withdrawal id, and the labelled
 * demo.
 */
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { demoTxId, paths } from "../../../ui/navigation/paths.ts";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { trackerTexts as texts } from "./strings.ts";
import { DemoTracker } from "./DemoTracker.tsx";
import { LiveTracker } from "./LiveTracker.tsx";
import { OwnTransactions } from "./OwnTransactions.tsx";
import { TxidForm } from "./TxidForm.tsx";
import { WatchList } from "./WatchList.tsx";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { ownQueries } from "./own-queries.ts";

export function TrackTransactionPage() {
  const { txId = demoTxId } = useParams({ strict: false });
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const open = (next: string) => {
    // Submitting the same id again restarts at the first step.
    setRound((old) => old + 1);
    void navigate(paths.trackTransaction(next));
  };
  const isDemo = txId === demoTxId;
  const isFilled = useIsFilled(isDemo ? undefined : txId);
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid max-w-[960px] gap-4">
        <TxidForm initial={isDemo ? "" : txId} onSubmit={open} />
        {isDemo ? (
          <>
            <DemoTracker key={round} />
            <OwnTransactions />
          </>
        ) : (
          <LiveTracker key={`${txId} ${round}`} txId={txId} />
        )}
        {isFilled && <WatchList shownId={txId} />}
      </div>
    </>
  );
}

/**
 * Returns true once the main content has loaded: the transaction or, without a `txId`, the user's
 * own transactions. The rest of the page is shown only then, so that the main content does not push
 * it down.
 */
function useIsFilled(txId: string | undefined): boolean {
  const one = useQuery({
    ...apiQuery("getTransaction", { params: { txId: txId ?? "" } }),
    enabled: txId !== undefined,
  });
  const isOwn = txId === undefined;
  const withdrawals = useQuery({ ...ownQueries.withdrawals, enabled: isOwn });
  const deposits = useQuery({ ...ownQueries.deposits, enabled: isOwn });
  return isOwn ? !withdrawals.isPending && !deposits.isPending : !one.isPending;
}
