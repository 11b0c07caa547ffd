/**
 * Shows the deposit address as a QR code and as grouped text. Buttons copy the address or request a
 * new one, and a warning lists the coins that must not be sent to it.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { When } from "../../../ui/time/When.tsx";
import { Button, buttonClass } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { QrCode } from "../../../ui/figures/QrCode.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { depositTexts as texts } from "./strings.ts";
import { segwitPrefix } from "../withdraw/address-check.ts";

type DepositAddress = ApiAnswer<"getDepositAddress">;

export function AddressPanel() {
  const address = useQuery(apiQuery("getDepositAddress"));
  return (
    <Panel
      title={texts.addressTitle}
      end={address.data === undefined ? null : <Tag kind="accent">{address.data.network}</Tag>}
    >
      <Loaded query={address} lines={5}>
        {(data) => <Address {...data} />}
      </Loaded>
    </Panel>
  );
}

/** Loaded on demand, when the user opens the panel. */
const PayPanel = lazy(async () => ({ default: (await import("./PayPanel.tsx")).PayPanel }));

function Address(props: DepositAddress) {
  const [isPaying, setIsPaying] = useState(false);
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: () => api("newDepositAddress"),
    onSuccess: (fresh) => queryClient.setQueryData(apiQuery("getDepositAddress").queryKey, fresh),
    onError: toastError,
  });
  const prefix = segwitPrefix(props.network);
  return (
    <>
      <div className="grid gap-6 md:grid-cols-[212px_minmax(0,1fr)] max-md:gap-4">
        <QrCode text={props.uri} label={texts.qr} />
        <div>
          <span className="text-xs font-medium text-fg-2">{texts.addressLabel}</span>
          <Chunks address={props.address} prefix={prefix} />
          <div className="flex flex-wrap gap-2">
            <CopyButton
              text={props.address}
              label={texts.copy}
              onCopied={() => toast({ title: texts.copiedTitle, description: texts.copiedText })}
            >
              {texts.copy}
            </CopyButton>
            <Button
              variant="quiet"
              isBusy={renew.isPending}
              busyLabel={texts.renewing}
              onClick={() => renew.mutate()}
            >
              <Plus className="size-4" strokeWidth={1.5} aria-hidden />
              {texts.renew}
            </Button>
          </div>
          <p className="mt-3.5 text-xs text-fg-2">
            Made for you <When at={props.createdAt} isAgo />, BIP84 index{" "}
            {props.derivationPath.split("/").at(-1)}. {texts.stay}
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <a href={props.uri} className={buttonClass()}>
          {texts.pay.link}
        </a>
        {isPaying ? null : <Button onClick={() => setIsPaying(true)}>{texts.pay.open}</Button>}
      </div>
      {isPaying ? (
        <Suspense>
          <PayPanel
            address={props.address}
            network={props.network}
            onClose={() => setIsPaying(false)}
          />
        </Suspense>
      ) : null}
      <div className="mt-5">
        <Note>
          <strong>{texts.onlyTest(props.network)}</strong> {texts.warning(prefix)}
        </Note>
      </div>
    </>
  );
}

/** Shows the address in groups of four characters. Screen readers read the ungrouped address. */
function Chunks(props: { address: string; prefix: string }) {
  const rest = props.address.slice(props.prefix.length);
  const groups = rest.match(/.{1,4}/g) ?? [];
  return (
    <div
      translate="no"
      className="mono mt-1.5 mb-3.5 text-[1.0625rem] leading-[1.625rem] max-md:text-md"
    >
      <span className="sr-only select-none" data-testid="deposit-address">
        {props.address}
      </span>
      <span aria-hidden>
        <span className="mr-2.5 inline-block text-accent">{props.prefix}</span>
        {groups.map((group, index) => (
          <span key={`${index}-${group}`} className="mr-2.5 inline-block">
            {group}
          </span>
        ))}
      </span>
    </div>
  );
}
