/** /wallet: the user's balances, latest movements, reserved coins and connected wallets. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ConnectedWallets } from "../connect/ConnectedWallets.tsx";
import { IntegratedWallet } from "./IntegratedWallet.tsx";
import { LatestMovements } from "./LatestMovements.tsx";
import { walletTexts as texts } from "./strings.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { codeWords } from "../../account-history/strings.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";

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

function BalanceWords() {
  return (
    <Panel title={texts.wordsTitle}>
      <dl className="grid gap-3 text-sm">
        {texts.words.map(([word, meaning]) => (
          <div key={word}>
            <dt className="font-semibold">{word}</dt>
            <dd className="text-fg-2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Shows reserved coins by reason, from the open holds of the ledger. */
function HeldFor(props: Pick<ApiAnswer<"getWallet">, "heldFor" | "heldSats">) {
  if (props.heldFor.length === 0) return <p className="text-sm text-fg-2">{texts.heldNothing}</p>;
  return (
    <KeyValues>
      {props.heldFor.map(({ code, amountSats }) => (
        <KeyValue key={code} label={texts.heldReasons[code] ?? codeWords(code)}>
          <Amount sats={amountSats} />
        </KeyValue>
      ))}
      <KeyValue label={texts.heldSum} isSum>
        <Amount sats={props.heldSats} />
      </KeyValue>
    </KeyValues>
  );
}
