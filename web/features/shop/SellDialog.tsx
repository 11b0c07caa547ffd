/**
 * Confirmation step before a rig is sold back. It shows the current price, the price paid, and how
 * unpaid earnings are settled.
 */
import { btcText } from "../../ui/amounts/amount-format.ts";
import { api } from "../../data/api/call.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { ChangedOffer } from "../../ui/changes/ChangedOffer.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
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
