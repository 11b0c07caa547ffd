/** /deposit: the address that coins go to, the faucet, and what is on its way. */
import { withdrawalLimits } from "../../api-schema/limits.ts";
import { PageHead } from "../ui/PageHead.tsx";
import { AddressPanel } from "./deposit/AddressPanel.tsx";
import { FaucetAllowance, FaucetButton } from "./deposit/Faucet.tsx";
import { Incoming } from "./deposit/Incoming.tsx";
import { depositTexts as texts } from "./strings.ts";

export function DepositPage() {
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <div className="grid justify-items-end gap-1.5 max-lg:justify-items-start">
            <FaucetButton />
            <FaucetAllowance />
          </div>
        }
      >
        {texts.lead(withdrawalLimits.confirmationsRequired)}
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <AddressPanel />
        <Incoming />
      </div>
    </>
  );
}
