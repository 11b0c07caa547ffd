/** /admin/operations: backups, coins, fees, the disk, and waiting payments with the reason. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { UpdatedMark } from "../UpdatedMark.tsx";
import { ColdPanel } from "../cold-wallet/ColdPanel.tsx";
import { CoinsPanel } from "./CoinsPanel.tsx";
import { CopiesPanel } from "./CopiesPanel.tsx";
import { DiskPanel } from "./DiskPanel.tsx";
import { FeePanel } from "./FeePanel.tsx";
import { SelfTransfersPanel } from "./SelfTransfersPanel.tsx";
import { operationsTexts as texts } from "./strings.ts";
import { UnminedPanel } from "./UnminedPanel.tsx";
import { WaitingPanel } from "./WaitingPanel.tsx";

const REFRESH_MS = 15_000;

export function OperationsPage() {
  const operations = useQuery({ ...apiQuery("getOperations"), refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHead
        title={texts.title}
        end={<UpdatedMark at={operations.data?.at} isStale={operations.isError} />}
      >
        {texts.lead}
      </PageHead>
      <Loaded query={operations} lines={12} still={texts.still}>
        {(loaded) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
              <CopiesPanel copy={loaded.copy} />
              <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
                <FeePanel fee={loaded.fee} />
                <DiskPanel disk={loaded.disk} />
              </div>
            </div>
            <WaitingPanel operations={loaded} />
            <UnminedPanel operations={loaded} />
            <SelfTransfersPanel selfTransfers={loaded.selfTransfers} />
            <ColdPanel />
            <CoinsPanel coins={loaded.coins} />
          </div>
        )}
      </Loaded>
    </>
  );
}
