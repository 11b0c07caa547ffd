/** The order ticket: fields, estimate, and the button whose label describes the order. */
import { lazy, Suspense, useState, type FormEvent } from "react";
import { priceText } from "#market";
import { isRefused } from "../../../data/api/exchange.ts";
import { storedChoice, useChoice } from "../../../ui/preferences/stored-choice.ts";
import { momentText } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Hint } from "../../../ui/forms/Field.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Toggle } from "../../../ui/controls/Toggle.tsx";
import type { AccountFigures } from "../account/figures.ts";
import { knownInstrument } from "../quotes/price-text.ts";
import type { Board } from "../quotes/live-quote.ts";
import type { Draft } from "./draft.ts";
import { ExitFields } from "./ExitFields.tsx";
import { Facts } from "./Facts.tsx";
import { SEND_ID } from "./ids.ts";
import { OrderLabel } from "./OrderLabel.tsx";
import { isPlanValid, PlanFields, withPlan } from "./PlanFields.tsx";
import { PriceFields } from "./PriceFields.tsx";
import type { OrderBody, Reading } from "./read-draft.ts";
import { SideButtons } from "./SideButtons.tsx";
import { SizeFields } from "./SizeFields.tsx";
import { ticketTexts as texts } from "./strings.ts";
import { TypeSelect } from "./TypeSelect.tsx";
import { usePlaceOrder, type OrderToSend } from "./use-place-order.ts";
import type { DraftState } from "./use-draft.ts";
import { useTicketReading } from "./use-ticket.ts";

const ConfirmDialog = lazy(async () => ({
  default: (await import("./ConfirmDialog.tsx")).ConfirmDialog,
}));

export const oneClickChoice = storedChoice("forex-one-click", ["off", "on"], "off");

/**
 * An order that was sent but has no response. Until the draft changes, another click resends
 * exactly this order, even if risk or pips would now result in other values.
 */
interface Sent {
  readonly draft: Draft;
  readonly body: OrderBody;
  readonly reading: Reading;
}

export function Ticket(props: {
  board: Board;
  instrument: string;
  account: AccountFigures;
  state: DraftState;
}) {
  const { board, instrument, account } = props;
  const { draft, change } = props.state;
  const isOneClick = useChoice(oneClickChoice) === "on";
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const [confirming, setConfirming] = useState<OrderToSend>();
  const [sent, setSent] = useState<Sent>();
  const again = sent?.draft === draft ? sent : undefined;
  const context = { instrument, account, isTried, refusal, sentBody: again?.body };
  const { reading, preview, isOld, errorOf, error } = useTicketReading(draft, context);
  const shown = again?.reading ?? reading;
  const order = usePlaceOrder({
    onSent() {
      change({ plan: "", planTags: "" });
      setSent(undefined);
      setConfirming(undefined);
      setIsTried(false);
    },
    onRefused(refused) {
      if (isRefused(refused)) setSent(undefined);
      setConfirming(undefined);
      setRefusal(refused);
    },
  });
  const send = (toSend: OrderToSend, read: Reading) => {
    const body = withPlan(toSend.body, draft);
    setSent({ draft, body, reading: read });
    order.mutate({ ...toSend, body });
  };
  const edit = (next: Partial<Draft>) => {
    setRefusal(undefined);
    change(next);
  };
  const closed = draft.type === "MARKET" ? closedReason(board, instrument) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    setRefusal(undefined);
    const body = again?.body ?? reading?.body;
    if (!shown || !body || closed !== undefined || order.isPending) return;
    if (!isPlanValid(draft)) return;
    if (isOneClick) send({ body }, shown);
    else setConfirming({ body, begunAt: Date.now() });
  };
  const fields = { draft, onChange: edit, errorOf };
  const details = knownInstrument(instrument);
  const hint = reading?.entry === undefined ? "" : priceText(reading.entry, details);
  return (
    <Panel title={texts.title} className="desk-ticket" isFlush>
      <form
        className="ticket-form grid content-start gap-3 p-4 md:max-lg:gap-2 md:max-lg:py-3"
        onSubmit={submit}
        noValidate
      >
        <TypeSelect value={draft.type} onChange={(type) => edit({ type })} />
        <SideButtons
          instrument={instrument}
          side={draft.side}
          onChange={(side) => edit({ side })}
        />
        {draft.type === "MARKET" ? null : <PriceFields {...fields} hint={hint} />}
        <SizeFields {...fields} currency={details.base} units={shown?.units ?? 0} />
        <ExitFields {...fields} hint={hint} units={shown?.units ?? 0} />
        <PlanFields draft={draft} onChange={edit} />
        {shown === undefined ? null : (
          <div className="ticket-figures">
            <Facts instrument={instrument} preview={preview} isOld={isOld} reading={shown} />
          </div>
        )}
        {error === undefined ? null : <Hint isError>{error}</Hint>}
        <Button
          id={SEND_ID}
          type="submit"
          variant="primary"
          isBlock
          isBusy={order.isPending}
          busyLabel={texts.sending}
          disabledReason={closed}
        >
          <OrderLabel
            instrument={instrument}
            draft={draft}
            reading={shown ?? { units: 0, entry: undefined }}
          />
        </Button>
        <p className="text-xs text-fg-2">{texts.typeNotes[draft.type]}</p>
        <Toggle
          label={texts.oneClick}
          isOn={isOneClick}
          onFlip={() => oneClickChoice.set(isOneClick ? "off" : "on")}
        >
          {texts.oneClickNote}
        </Toggle>
      </form>
      {confirming === undefined || shown === undefined ? null : (
        <Suspense>
          <ConfirmDialog
            instrument={instrument}
            draft={draft}
            reading={shown}
            body={again?.body ?? shown.body ?? confirming.body}
            preview={preview}
            isOld={isOld}
            isBusy={order.isPending}
            onSend={() => {
              const body = again?.body ?? shown.body ?? confirming.body;
              send({ ...confirming, body }, shown);
            }}
            onClose={() => setConfirming(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** Returns the reason why a market order cannot be sent now, or undefined if it can be sent. */
function closedReason({ market, quotes }: Board, instrument: string): string | undefined {
  if (!market.isOpen) return texts.closed(momentText(new Date(market.opensAt)));
  const isHalted = quotes.find((quote) => quote.instrument === instrument)?.status === "halted";
  if (!isHalted) return undefined;
  return quotes.some(({ status }) => status === "tradeable") ? texts.noPrice : texts.halted;
}
