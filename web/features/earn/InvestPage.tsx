/**
 * /invest: shows three plans with an estimate before any money moves, the portfolio, and the fund
 * that pays the interest.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { WorkingRoom } from "../../ui/dialogs/ShowWorking.tsx";
import { EarnWorking } from "./EarnWorking.tsx";
import { Plates } from "../../ui/layout/Plates.tsx";
import { EmptyAction } from "./EmptyAction.tsx";
import type { Product, Products } from "./earn-terms.ts";
import { FundPanel } from "./FundPanel.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { PortfolioPanel } from "./PortfolioPanel.tsx";
import { Positions } from "./Positions.tsx";
import { investTexts as texts, positionTexts } from "./strings.ts";

const REFETCH_MS = 10_000;
const PLANS_ANCHOR = "plans";

export function InvestPage() {
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
            <EarnWorking products={investmentsOf(products.data)} />
          )
        }
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <Loaded query={products} lines={9}>
          {(offer) => (
            <div id={PLANS_ANCHOR} tabIndex={-1} className="outline-0">
              <Plates label={texts.plans} className="lg:grid-cols-3">
                {investmentsOf(offer).map((product, _, all) => (
                  <PlanCard
                    key={product.id}
                    product={product}
                    products={all}
                    fund={offer.fund}
                    availableSats={wallet.data?.availableSats}
                    time={{ now: offer.now, readAt: products.dataUpdatedAt }}
                  />
                ))}
              </Plates>
            </div>
          )}
        </Loaded>
        <Loaded query={portfolio} lines={4} still={positionTexts.still}>
          {(data) => (
            <PortfolioPanel
              portfolio={data}
              time={{ now: data.now, readAt: portfolio.dataUpdatedAt }}
            />
          )}
        </Loaded>
        {portfolio.data === undefined ? null : (
          <Positions
            positions={portfolio.data.items}
            time={{ now: portfolio.data.now, readAt: portfolio.dataUpdatedAt }}
            emptyTitle={texts.emptyTitle}
            emptyText={texts.empty}
            emptyAction={
              <EmptyAction
                availableSats={wallet.data?.availableSats}
                anchor={PLANS_ANCHOR}
                label={texts.emptyAction}
              />
            }
          />
        )}
        {products.data === undefined ? null : <FundPanel fund={products.data.fund} />}
      </div>
    </>
  );
}

function investmentsOf({ items }: Products): Product[] {
  return items.filter(({ kind }) => kind === "investment");
}
