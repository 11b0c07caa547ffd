/**
 * /admin/treasury: reserves, house accounts, the node's wallet against the books, the trial
 * balance; and funding a reserve.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../api/query.ts";
import { clockText } from "../../time/time-text.ts";
import { Amount } from "../../ui/Amount.tsx";
import { Button } from "../../ui/Button.tsx";
import { LiveMark } from "../../ui/LiveMark.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Figure, Plate, Plates } from "../../ui/Plates.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { FundDialog } from "./FundDialog.tsx";
import { CoverPanel, HousePanel } from "./HousePanel.tsx";
import { LeftPanel } from "./LeftPanel.tsx";
import { LiabilitiesPanel } from "./LiabilitiesPanel.tsx";
import { treasuryTexts as texts } from "./strings.ts";
import { TrialBalance } from "./TrialBalance.tsx";
import { WalletPanel } from "./WalletPanel.tsx";
import type { Treasury } from "./treasury.ts";

const REFRESH_MS = 30_000;

export function TreasuryPage() {
  const treasury = useQuery({ ...apiQuery("getTreasury"), refetchInterval: REFRESH_MS });
  const [isFunding, setIsFunding] = useState(false);
  const { data } = treasury;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          data === undefined ? null : (
            <>
              <LiveMark isStale={treasury.isError}>
                {texts.updated(clockText(new Date(data.at)))}
              </LiveMark>
              <Button onClick={() => setIsFunding(true)}>{texts.fund}</Button>
            </>
          )
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={treasury} lines={10} still={texts.still}>
        {(loaded) => (
          <div className="grid gap-4">
            <AuthorityNote />
            <Summary treasury={loaded} />
            <LiabilitiesPanel treasury={loaded} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <CoverPanel cover={loaded.cover} />
              <WalletPanel wallet={loaded.wallet} />
            </div>
            <LeftPanel left={loaded.left} />
            <HousePanel treasury={loaded} />
            <TrialBalance trial={loaded.trialBalance} />
          </div>
        )}
      </Loaded>
      {isFunding && data !== undefined ? (
        <FundDialog treasury={data} onClose={() => setIsFunding(false)} />
      ) : null}
    </>
  );
}

function Summary({ treasury: { house, reserve, trialBalance } }: { treasury: Treasury }) {
  const owed = trialBalance.classes
    .filter(({ name, asset }) => asset === "BTC" && name.startsWith("users:"))
    .reduce((sum, { credits }) => sum + credits, 0);
  return (
    <Plates label={texts.summary} className="sm:grid-cols-2 xl:grid-cols-4">
      <Plate label={texts.treasury} foot={texts.treasuryFoot}>
        <Figure>
          <Amount sats={house.treasury.sats} />
        </Figure>
      </Plate>
      <Plate
        label={texts.promised}
        foot={texts.promisedFoot(reserve.lockedSats >= reserve.promisedSats)}
      >
        <Figure>
          <Amount sats={reserve.promisedSats} />
        </Figure>
      </Plate>
      <Plate label={texts.free} foot={texts.freeFoot}>
        <Figure>
          <Amount sats={reserve.freeSats} />
        </Figure>
      </Plate>
      <Plate label={texts.owed} foot={texts.owedFoot}>
        <Figure>
          <Amount sats={owed} />
        </Figure>
      </Plate>
    </Plates>
  );
}
