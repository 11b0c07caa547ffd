/**
 * Shows the four current figures: hash rate, estimated daily BTC, power usage and wallet balance.
 */
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Zap } from "lucide-react";
import type { ReactNode } from "react";
import { estimateRefreshSeconds } from "../../../api/limits.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { thsFigure } from "../mining/reference/figure-text.ts";
import { decimalText } from "../../ui/amounts/number-format.ts";
import { boostQuote, type Mining } from "../mining/reference/reference-terms.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { withMarks } from "../../ui/preferences/number-marks.ts";
import { useShownUnit } from "../../ui/preferences/unit.ts";
import { spanText } from "../../ui/time/time-text.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { ModelledTag } from "../../ui/figures/ModelledTag.tsx";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { powerFoot } from "./power-foot.ts";
import { dashboardTexts as texts } from "./strings.ts";

type Wallet = ApiAnswer<"getWallet">;

export function Figures(props: {
  mining: Mining;
  wallet: UseQueryResult<Wallet>;
  /** Multiplier selected on the slider, which need not belong to an active boost. */
  previewMultiplier: number;
}) {
  const { mining } = props;
  return (
    <Plates
      label={texts.now}
      className="grid-cols-2 xl:grid-cols-[1fr_1.15fr_0.85fr_1.55fr] [&>*]:min-h-[132px] max-md:[&>*]:min-h-0 max-md:[&>*:nth-child(2)_.figure]:text-lg max-md:[&>*:nth-child(3)_.figure]:text-lg"
    >
      <HashRate mining={mining} previewMultiplier={props.previewMultiplier} />
      <Estimate mining={mining} />
      <Plate label={texts.power} foot={powerFoot(mining)}>
        <Figure unit="kW">{decimalText(mining.powerKw, 1)}</Figure>
      </Plate>
      <WalletPlate wallet={props.wallet} />
    </Plates>
  );
}

function HashRate({ mining, previewMultiplier }: { mining: Mining; previewMultiplier: number }) {
  const isBoosted = Number(mining.multiplier) > 1;
  return (
    <Plate
      label={texts.hashRate}
      className="max-xl:col-span-2"
      foot={
        <span className="flex flex-wrap items-center gap-2">
          <ModelledTag />
          <HashRateFoot mining={mining} previewMultiplier={previewMultiplier} />
        </span>
      }
    >
      <Figure unit="TH/s" isAccent={isBoosted}>
        {thsFigure(mining.hashRateThs)}
      </Figure>
    </Plate>
  );
}

function HashRateFoot({
  mining,
  previewMultiplier,
}: {
  mining: Mining;
  previewMultiplier: number;
}) {
  const now = useNow(30_000);
  if (mining.boost !== null) {
    const remainingSeconds = (Date.parse(mining.boost.endsAt) - now.getTime()) / 1000;
    return (
      <span className="flex flex-wrap items-center gap-2">
        <Tag kind="accent">
          <Zap className="size-3" aria-hidden />
          {texts.boostOf(withMarks(mining.boost.multiplier))}
        </Tag>
        {texts.boostLeft(thsFigure(mining.baseThs), spanText(remainingSeconds))}
      </span>
    );
  }
  const preview = boostQuote(mining, previewMultiplier);
  if (preview === undefined || Number(mining.baseThs) === 0) return <>{texts.baseOnly}</>;
  return (
    <>{texts.preview(withMarks(previewMultiplier.toFixed(1)), thsFigure(preview.boostedThs))}</>
  );
}

function Estimate({ mining }: { mining: Mining }) {
  const unit = useShownUnit();
  return (
    <Plate
      label={texts.estimate}
      foot={
        mining.isMining ? (
          <>
            {unit === "USD" ? (
              <Amount sats={mining.estimatedDailySats} unit="BTC" />
            ) : (
              <Usd cents={mining.estimatedDailyCents} />
            )}
            , {texts.estimateSource(estimateRefreshSeconds)}
          </>
        ) : (
          texts.estimateOff
        )
      }
    >
      <Figure>
        <Amount sats={mining.estimatedDailySats} hasUnit={unit !== "BTC"} />
      </Figure>
    </Plate>
  );
}

function WalletPlate({ wallet }: { wallet: UseQueryResult<Wallet> }) {
  return (
    <div className="grid gap-4 bg-surface px-5 py-4 max-xl:col-span-2 max-md:px-4 max-md:py-3.5 md:grid-cols-[1fr_auto] xl:col-auto">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="text-xs font-medium text-fg-2">{texts.wallet}</span>
        <Loaded query={wallet} lines={2} still={texts.walletStill}>
          {(data) => <Balance {...data} />}
        </Loaded>
      </div>
      <div className="grid content-center gap-2 max-md:grid-cols-2">
        <PlateLink target={paths.deposit}>{texts.deposit}</PlateLink>
        <PlateLink target={paths.withdraw}>{texts.withdraw}</PlateLink>
      </div>
    </div>
  );
}

function Balance(props: Wallet) {
  const unit = useShownUnit();
  return (
    <>
      <Figure>
        <Amount sats={props.availableSats} />
      </Figure>
      <span className="mt-auto pt-2 text-xs text-fg-3">
        <Amount sats={props.availableSats} unit={unit === "USD" ? "BTC" : "USD"} />
        <br />
        {texts.pending} <Amount sats={props.pendingSats} hasUnit={false} /> · {texts.held}{" "}
        <Amount sats={props.heldSats} hasUnit={false} />
      </span>
    </>
  );
}

function PlateLink(props: {
  target: typeof paths.deposit | typeof paths.withdraw;
  children: ReactNode;
}) {
  return (
    <Link {...props.target} className={buttonClass()}>
      {props.children}
    </Link>
  );
}
