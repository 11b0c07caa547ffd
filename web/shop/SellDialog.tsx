/** What selling back brings, before it happens: the price now, what was paid, and that its open time is settled first. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BTC_DECIMALS, formatAmount } from "#money";
import { api } from "../api.ts";
import { Amount, Usd } from "../ui/Amount.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { KeyValue, KeyValues } from "../ui/KeyValues.tsx";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { CHANGED_BY_SHOP, type OwnedRig } from "./shop-terms.ts";
import { rackTexts as texts } from "./strings.ts";

export function SellDialog({ rig, onClose }: { rig: OwnedRig; onClose: () => void }) {
  const queryClient = useQueryClient();
  const sell = useMutation({
    mutationFn: () =>
      api("sellRig", { params: { rigId: rig.id }, body: { priceSats: rig.sellBackSats } }),
    onSuccess: ({ name, soldSats }) => {
      const btc = formatAmount(BigInt(soldSats), BTC_DECIMALS);
      toast({ title: texts.soldTitle, description: texts.soldText(name, btc) });
      onClose();
    },
    onError: toastError,
    onSettled: () =>
      Promise.all(
        CHANGED_BY_SHOP.map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
      ),
  });
  return (
    <Dialog
      title={texts.sellTitle(rig.name)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button isBusy={sell.isPending} busyLabel={texts.selling} onClick={() => sell.mutate()}>
            {texts.sell}
          </Button>
        </>
      }
    >
      <p>{texts.sellTerms}</p>
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
