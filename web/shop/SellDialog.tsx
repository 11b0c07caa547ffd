/**
 * What selling back brings, before it happens: the price now, what was paid, and that its open time
 * is settled first.
 */
import { btcText } from "../amounts/amount-format.ts";
import { api } from "../api/call.ts";
import { Amount, Usd } from "../ui/Amount.tsx";
import { Button } from "../ui/Button.tsx";
import { ChangedOffer } from "../ui/ChangedOffer.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { KeyValue, KeyValues } from "../ui/KeyValues.tsx";
import { useChange } from "../ui/use-change.ts";
import { CHANGED_BY_SHOP, type OwnedRig } from "./shop-terms.ts";
import { rackTexts as texts } from "./strings.ts";

export function SellDialog({ rig, onClose }: { rig: OwnedRig; onClose: () => void }) {
  const sell = useChange({
    send: () =>
      api("sellRig", { params: { rigId: rig.id }, body: { priceSats: rig.sellBackSats } }),
    changed: CHANGED_BY_SHOP,
    onDone({ name, soldSats }) {
      onClose();
      return { title: texts.soldTitle, description: texts.soldText(name, btcText(soldSats)) };
    },
  });
  return (
    <Dialog
      title={texts.sellTitle(rig.name)}
      isOpen
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button isBusy={sell.isPending} busyLabel={texts.selling} onClick={() => sell.mutate()}>
          {texts.sell}
        </Button>
      }
    >
      <p>{texts.sellTerms}</p>
      <ChangedOffer now={`${btcText(rig.sellBackSats)} BTC`} />
      <KeyValues>
        <KeyValue label={texts.youGet}>
          <Amount sats={rig.sellBackSats} /> (<Usd cents={rig.sellBackCents} />)
        </KeyValue>
        <KeyValue label={texts.youPaid}>
          <Amount sats={rig.paidSats} /> (<Usd cents={rig.paidCents} />)
        </KeyValue>
      </KeyValues>
    </Dialog>
  );
}
