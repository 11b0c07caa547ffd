/**
 * Pays the deposit from a wallet in this browser, or from a wallet on another device that scans a
 * code. The wallet asks the user to confirm the payment.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { QrCode } from "../../../ui/figures/QrCode.tsx";
import { findBrowserWallets, type BrowserWallet } from "../connect/browser-wallets.ts";
import { WayPanel } from "../connect/WayPanel.tsx";
import { TransactionLink } from "../tracker/TransactionLink.tsx";
import { depositTexts } from "./strings.ts";
import { usePayment } from "./use-payment.ts";
import { usePhoneWallet } from "./use-phone-wallet.ts";

const texts = depositTexts.pay;

export function PayPanel(props: { address: string; network: string; onClose: () => void }) {
  const { address, network, onClose } = props;
  const [browserWallets] = useState(() => findBrowserWallets().filter(({ canPay }) => canPay));
  const config = useQuery({ ...apiQuery("getConfig"), staleTime: Infinity }).data;
  const phone = usePhoneWallet(config?.walletConnect ?? null, config?.network ?? "regtest");
  const wallets = phone === undefined ? browserWallets : [...browserWallets, phone.wallet];
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const { outcome, pay, leave } = usePayment(network);
  const askingName = outcome?.state === "asking" ? outcome.name : undefined;
  // Clear the amount after a payment, so that a second click does not pay again.
  const send = async (wallet: BrowserWallet, amountSats: number) => {
    if (await pay(wallet, { address, amountSats })) setTyped("");
  };
  const press = (wallet: BrowserWallet) => {
    const amount = readAmount(typed);
    if (amount === undefined || amount <= 0n) setError(texts.badAmount);
    else void send(wallet, Number(amount));
  };
  return (
    <WayPanel title={texts.title}>
      <output className="text-sm text-fg-2">
        {askingName === undefined
          ? wallets.length === 0
            ? texts.none
            : texts.choose(network)
          : phone?.uri === undefined
            ? texts.waiting(askingName)
            : texts.scan}
      </output>
      {wallets.length === 0 ? null : (
        <Field
          label={texts.amount}
          unit="BTC"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00000000"
          readOnly={askingName !== undefined}
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
        />
      )}
      {phone?.uri === undefined ? null : (
        <>
          <QrCode text={phone.uri} label={texts.code} />
          <CopyButton text={phone.uri} label={texts.copyLink}>
            {texts.copyLink}
          </CopyButton>
        </>
      )}
      {outcome?.state === "refused" ? <Note kind="bad">{outcome.why}</Note> : null}
      {outcome?.state === "paid" ? (
        <Note>
          {texts.sent(outcome.name)} <TransactionLink id={outcome.txid} />
        </Note>
      ) : null}
      <div className="flex flex-wrap gap-2.5">
        {wallets.map((wallet) => (
          <Button
            key={wallet.name}
            isBusy={askingName !== undefined}
            busyLabel={wallet.name === askingName ? texts.busy : wallet.name}
            onClick={() => press(wallet)}
          >
            {wallet.name}
          </Button>
        ))}
        <Button
          variant="quiet"
          onClick={() => {
            leave();
            onClose();
          }}
        >
          {texts.close}
        </Button>
      </div>
    </WayPanel>
  );
}
