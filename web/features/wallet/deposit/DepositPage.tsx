/** /deposit: the deposit address, the faucet and incoming deposits. */
import { useQuery } from "@tanstack/react-query";
import { withdrawalLimits } from "../../../../api/limits.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { AddressPanel } from "./AddressPanel.tsx";
import { FaucetAllowance, FaucetButton } from "./Faucet.tsx";
import { Incoming } from "./Incoming.tsx";
import { depositTexts as texts } from "./strings.ts";

export function DepositPage() {
  // Show the lists below the address only after it has loaded, so that it does not push them down.
  const isWaiting = useQuery(apiQuery("getDepositAddress")).isPending;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <div className="grid min-h-[62px] lg:min-w-72 content-start gap-2 max-lg:min-h-[84px] lg:justify-items-end lg:text-right">
            <FaucetButton />
            <FaucetAllowance />
          </div>
        }
      >
        {texts.lead(withdrawalLimits.confirmationsRequired)}
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <AddressPanel />
        <div className={isWaiting ? "max-xl:hidden" : undefined}>
          <Incoming />
        </div>
      </div>
    </>
  );
}
