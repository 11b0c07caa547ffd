/**
 * /wallet: what the user owns here, what is on its way, what is set aside for what, and the wallets
 * that may connect.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ConnectedWallets } from "../connect/ConnectedWallets.tsx";
import { BalanceWords } from "./BalanceWords.tsx";
import { HeldFor } from "./HeldFor.tsx";
import { IntegratedWallet } from "./IntegratedWallet.tsx";
import { LatestMovements } from "./LatestMovements.tsx";
import { walletTexts as texts } from "./strings.ts";

export function WalletPage() {
  const wallet = useQuery(apiQuery("getWallet"));
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid gap-4">
        <IntegratedWallet query={wallet} />
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
          <LatestMovements />
          <div className="grid gap-4">
            <Panel title={texts.heldTitle}>
              <Loaded query={wallet} lines={2}>
                {(loaded) => <HeldFor {...loaded} />}
              </Loaded>
            </Panel>
            <BalanceWords />
          </div>
        </div>
        <ConnectedWallets providers={texts.providers} />
      </div>
    </>
  );
}
