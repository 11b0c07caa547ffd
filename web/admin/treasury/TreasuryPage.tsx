/**
 * /admin/treasury: all coins in the books as one bar. Folded sections show the obligations, house
 * accounts, node wallet and trial balance. A dialog moves coins to a fund.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Folds } from "../../ui/layout/Fold.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { UpdatedMark } from "../UpdatedMark.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { CoinsBar } from "./CoinsBar.tsx";
import { FundDialog } from "./FundDialog.tsx";
import { CoverFold, HouseAccountsFold } from "./HouseAccountsFold.tsx";
import { DeletedAccountCoins } from "./DeletedAccountCoins.tsx";
import { LiabilitiesFold } from "./LiabilitiesFold.tsx";
import { treasuryTexts as texts } from "./strings.ts";
import { TrialBalance } from "./TrialBalance.tsx";
import { WalletFold } from "./WalletFold.tsx";

const REFRESH_MS = 30_000;

export function TreasuryPage() {
  const treasury = useQuery({ ...apiQuery("getTreasury"), refetchInterval: REFRESH_MS });
  const [isFunding, setIsFunding] = useState(false);
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <>
            <UpdatedMark at={treasury.data?.at} isStale={treasury.isError} />
            <Button className="max-lg:order-first" onClick={() => setIsFunding(true)}>
              {texts.fund}
            </Button>
          </>
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={treasury} lines={10} still={texts.still}>
        {(loaded) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <AuthorityNote />
            <CoinsBar treasury={loaded} />
            <DeletedAccountCoins left={loaded.left} />
            <Folds>
              <LiabilitiesFold treasury={loaded} />
              <CoverFold cover={loaded.cover} />
              <WalletFold wallet={loaded.wallet} />
              <HouseAccountsFold treasury={loaded} />
              <TrialBalance trial={loaded.trialBalance} />
            </Folds>
          </div>
        )}
      </Loaded>
      {isFunding && treasury.data !== undefined ? (
        <FundDialog treasury={treasury.data} onClose={() => setIsFunding(false)} />
      ) : null}
    </>
  );
}
