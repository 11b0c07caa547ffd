/**
 * /staking: shows the form for amount and period with an estimate, the fund that pays the interest,
 * and the user's stakes.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { WorkingRoom } from "../../ui/dialogs/ShowWorking.tsx";
import { EarnWorking } from "./EarnWorking.tsx";
import { FundPanel } from "./FundPanel.tsx";
import { Positions } from "./Positions.tsx";
import { StakeForm, AMOUNT_ANCHOR } from "./StakeForm.tsx";
import { positionTexts, stakingTexts as texts } from "./strings.ts";
import { EmptyAction } from "./EmptyAction.tsx";

const REFETCH_MS = 10_000;

export function StakingPage() {
  const products = useQuery({ ...apiQuery("listEarnProducts"), refetchInterval: REFETCH_MS });
  const portfolio = useQuery({ ...apiQuery("listPositions"), refetchInterval: REFETCH_MS });
  const wallet = useQuery(apiQuery("getWallet"));
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          products.data === undefined ? (
            <WorkingRoom />
          ) : (
            <EarnWorking products={products.data.items.filter(({ kind }) => kind === "staking")} />
          )
        }
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <Loaded query={products} lines={8}>
          {(offer) => (
            <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
              <Loaded query={wallet} lines={8}>
                {({ availableSats }) => (
                  <StakeForm
                    products={offer.items.filter(({ kind }) => kind === "staking")}
                    fund={offer.fund}
                    availableSats={BigInt(availableSats)}
                    time={{ now: offer.now, readAt: products.dataUpdatedAt }}
                  />
                )}
              </Loaded>
              <FundPanel fund={offer.fund} />
            </div>
          )}
        </Loaded>
        <Loaded query={portfolio} lines={3} still={positionTexts.still}>
          {({ items, now }) => (
            <Positions
              positions={items.filter(({ kind }) => kind === "staking")}
              time={{ now, readAt: portfolio.dataUpdatedAt }}
              emptyTitle={texts.emptyTitle}
              emptyText={texts.empty}
              emptyAction={
                <EmptyAction
                  availableSats={wallet.data?.availableSats}
                  anchor={AMOUNT_ANCHOR}
                  label={texts.emptyAction}
                />
              }
            />
          )}
        </Loaded>
      </div>
    </>
  );
}
