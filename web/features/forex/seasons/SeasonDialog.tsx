/** Confirms the end of the current season. Shows what closes, which coins return and what stays. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../data/api/call.ts";
import { asApiError } from "../../../data/api/api-error.ts";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { btcText } from "../../../ui/amounts/amount-format.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Amount, Usd } from "../../../ui/figures/Amount.tsx";
import { Hint } from "../../../ui/forms/Field.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import type { ForexAccount } from "../account/figures.ts";
import { takingBack } from "../account/funds.ts";
import { pairName } from "../quotes/price-text.ts";
import { LIVE_DESK } from "../source/desk-source.ts";
import { markFirst } from "../view/mark-first.ts";
import { seasonTexts as texts } from "./strings.ts";
import { useSeason } from "./season-context.ts";
import { useSeasons } from "./use-seasons.ts";

type Position = ApiAnswer<"listForexPositions">["items"][number];

/** The values change with every price. */
const REFETCH_MS = 2_000;

export function SeasonDialog({ onClose }: { onClose: () => void }) {
  const [begunAt] = useState(() => Date.now());
  const [error, setError] = useState<string>();
  const { setSeason } = useSeason();
  const account = useQuery({ ...apiQuery("getForexAccount"), refetchInterval: REFETCH_MS });
  const positions = useQuery({ ...apiQuery("listForexPositions"), refetchInterval: REFETCH_MS });
  const seasons = useSeasons();
  const current = seasons.data?.current;
  const start = useChange({
    send: (ends: number) => api("startForexSeason", { body: { ends }, begunAt }),
    changed: [...LIVE_DESK.changedByOrders, "listForexSeasons", "getWallet", "listEntries"],
    onDone({ number, closedPositions, amountSats }) {
      setSeason("current");
      onClose();
      return {
        title: texts.doneTitle(number),
        description: texts.done(closedPositions, btcText(amountSats)),
      };
    },
    onRefused(refusal) {
      const { title, text } = asApiError(refusal);
      setError(`${title}. ${text}`);
    },
  });
  const isReady = current?.isEmpty === false && account.data !== undefined;
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={start.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          ref={markFirst}
          variant="primary"
          isBusy={start.isPending}
          busyLabel={texts.confirming}
          isUnready={!isReady}
          onClick={() => isReady && start.mutate(current.number)}
        >
          {current === undefined ? texts.title : texts.confirm(current.number)}
        </Button>
      }
    >
      <Loaded query={seasons} isFlush lines={6}>
        {({ current: { number, isEmpty } }) =>
          isEmpty ? (
            <Hint>{texts.emptyText}</Hint>
          ) : (
            <>
              <p className="text-sm">{texts.lead(number)}</p>
              {account.data && positions.data ? (
                <Consequences account={account.data} positions={positions.data.items} />
              ) : null}
              <ul className="grid list-disc gap-1.5 pl-5 text-sm text-fg-2">
                <li>{texts.stays(number)}</li>
                <li>{texts.next(number + 1)}</li>
                <li>{texts.cannotUndo}</li>
              </ul>
            </>
          )
        }
      </Loaded>
      {error === undefined ? null : <Hint isError>{error}</Hint>}
    </Dialog>
  );
}

function Consequences(props: { account: ForexAccount; positions: readonly Position[] }) {
  const { account, positions } = props;
  const value = BigInt(account.navCents);
  const coins = takingBack({ ...account, balanceCents: account.navCents }, value);
  const { ownSats, gainSats } = coins ?? { ownSats: 0n, gainSats: 0n };
  const isEstimate = positions.length > 0;
  return (
    <>
      <KeyValues>
        <KeyValue label={texts.positions}>
          {positions.length === 0 ? texts.noPositions : wholeText(positions.length)}
        </KeyValue>
        {positions.map(({ instrument, units, unrealisedCents }) => (
          <KeyValue
            key={instrument}
            label={`${pairName(instrument)}, ${sideOf(units)} ${wholeText(Math.abs(units))}`}
          >
            <Usd cents={unrealisedCents} isResult />
          </KeyValue>
        ))}
        <KeyValue label={texts.orders}>{wholeText(account.pendingOrderCount)}</KeyValue>
        <KeyValue label={texts.value}>
          <Usd cents={account.navCents} />
        </KeyValue>
        <KeyValue label={texts.ownCoins}>
          <Amount sats={ownSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.gainCoins}>
          <Amount sats={gainSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.coins} isSum>
          {isEstimate ? (
            texts.about(`${btcText(ownSats + gainSats)} BTC`)
          ) : (
            <Amount sats={ownSats + gainSats} unit="BTC" />
          )}
        </KeyValue>
      </KeyValues>
      {isEstimate ? <p className="text-xs text-fg-2">{texts.estimate}</p> : null}
    </>
  );
}

function sideOf(units: number): string {
  return units > 0 ? texts.long : texts.short;
}
