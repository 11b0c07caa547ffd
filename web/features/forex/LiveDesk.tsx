/** The desk for the user's own account on the live market. */
import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, CalendarCheck, History } from "lucide-react";
import { lazy, Suspense, useCallback, useState } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { Button, buttonClass } from "../../ui/controls/Button.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { FundsDialog, type Direction } from "./account/FundsDialog.tsx";
import { FundsEmpty } from "./account/FundsEmpty.tsx";
import type { AccountFigures } from "./account/figures.ts";
import { fundsTexts } from "./account/strings.ts";
import { useDesk } from "./account/use-desk.ts";
import { ClosedMarket } from "./desk/ClosedMarket.tsx";
import { DeskBody } from "./desk/DeskBody.tsx";
import { PriceSource } from "./desk/MarketClock.tsx";
import { LosingAccounts } from "./losing/LosingAccounts.tsx";
import { NextSource } from "./desk/NextSource.tsx";
import { useQuoteFeed } from "./quotes/use-quotes.ts";
import { forexTexts as texts } from "./desk/strings.ts";

/** Below the desk, so it is not needed at first. */
const OperatorPanel = lazy(async () => ({
  default: (await import("./operator/OperatorPanel.tsx")).OperatorPanel,
}));

const SeasonDialog = lazy(async () => ({
  default: (await import("./seasons/SeasonDialog.tsx")).SeasonDialog,
}));

export function LiveDesk() {
  const board = useQuoteFeed();
  const desk = useDesk();
  const [funds, setFunds] = useState<Direction>();
  const [isEnding, setIsEnding] = useState(false);
  const { account, own } = desk;
  const isUnused = account !== undefined && isEmpty(account);
  const moveFunds = useCallback(() => setFunds(isUnused ? "bring" : "back"), [isUnused]);
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <>
            <PriceSource board={board.data} />
            <Link {...paths.forexDays} className={buttonClass({ size: "small" })}>
              <CalendarCheck className="size-4" strokeWidth={1.5} aria-hidden />
              {texts.days}
            </Link>
            <Link {...paths.forexReplays} className={buttonClass({ size: "small" })}>
              <History className="size-4" strokeWidth={1.5} aria-hidden />
              {texts.replays}
            </Link>
            <Button size="small" onClick={moveFunds}>
              <ArrowLeftRight className="size-4" strokeWidth={1.5} aria-hidden />
              {fundsTexts.button}
            </Button>
          </>
        }
      >
        {texts.lead}
      </PageHead>
      {funds === undefined || own === undefined ? null : (
        <FundsDialog
          account={own}
          first={funds}
          onClose={() => setFunds(undefined)}
          onSeason={() => {
            setFunds(undefined);
            setIsEnding(true);
          }}
        />
      )}
      <Suspense>{isEnding ? <SeasonDialog onClose={() => setIsEnding(false)} /> : null}</Suspense>
      {board.data?.next ? <NextSource next={board.data.next} /> : null}
      <DeskBody
        board={board}
        desk={desk}
        onFunds={moveFunds}
        instead={isUnused ? <FundsEmpty onBring={() => setFunds("bring")} /> : undefined}
      />
      {/* Below the desk, so that the layout does not shift when prices arrive. */}
      {board.data && !board.data.market.isOpen ? (
        <ClosedMarket opensAt={board.data.market.opensAt} />
      ) : null}
      <div className="mt-4">
        <LosingAccounts hasMethod />
      </div>
      <Suspense>
        <OperatorPanel />
      </Suspense>
    </>
  );
}

function isEmpty({ balanceCents, openTradeCount }: AccountFigures): boolean {
  return balanceCents === 0 && openTradeCount === 0;
}
