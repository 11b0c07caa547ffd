/**
 * /track-transaction/{txId}: where a transaction is, by txid or withdrawal id, and the labelled
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
import { useIsFilled } from "./use-is-filled.ts";
import { TxidForm } from "./TxidForm.tsx";
import { WatchList } from "./WatchList.tsx";

export function TrackTransactionPage() {
  const { txId = demoTxId } = useParams({ strict: false });
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const open = (next: string) => {
    // The same ID again starts again from the first step.
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
