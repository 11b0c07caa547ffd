/** Compares the node's wallet with the books and shows the result of the last comparison. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { NotMonitored, Tag } from "../../ui/layout/Tag.tsx";
import { treasuryTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

type Wallet = NonNullable<Treasury["wallet"]>;

export function WalletFold({ wallet }: Pick<Treasury, "wallet">) {
  const difference = wallet?.unexplainedSats ?? null;
  return (
    <Fold
      title={texts.wallet}
      isOpen={(difference !== null && difference !== 0) || (wallet?.pausedReason ?? null) !== null}
      fact={wallet === null ? <NotMonitored /> : <Difference sats={difference} />}
      foot={texts.walletFoot}
    >
      {wallet === null ? <NotMonitored /> : <Terms wallet={wallet} />}
    </Fold>
  );
}

function Terms({ wallet }: { wallet: Wallet }) {
  const terms = [
    [texts.booked, wallet.bookedSats, false],
    [texts.unspent, wallet.unspentSats, false],
    [texts.uncredited, -wallet.uncreditedSats, true],
    [texts.inFlight, wallet.inFlightSats, true],
    [texts.outOfChain, -wallet.outOfChainSats, true],
  ] as const;
  return (
    <KeyValues>
      {terms.map(([label, sats, isSigned]) => (
        <KeyValue key={label} label={label}>
          <Amount sats={sats} unit="BTC" isSigned={isSigned} />
        </KeyValue>
      ))}
      <KeyValue label={texts.reconciled} isSum>
        <span className="flex flex-wrap justify-end gap-x-2 gap-y-1">
          <Verdict wallet={wallet} />
        </span>
      </KeyValue>
      <KeyValue label={texts.goOut}>
        <span className="whitespace-normal">{wallet.pausedReason ?? texts.yes}</span>
      </KeyValue>
    </KeyValues>
  );
}

function Verdict({ wallet }: { wallet: Wallet }) {
  const { unexplainedSats, reconciledHeight, reconciledAt } = wallet;
  if (unexplainedSats === null) return texts.notCompared;
  return (
    <>
      <Difference sats={unexplainedSats} />
      {reconciledHeight === null ? null : (
        <span className="font-normal text-fg-2">{texts.atBlock(wholeText(reconciledHeight))}</span>
      )}
      {reconciledAt === null ? null : (
        <span className="font-normal text-fg-2">
          <When at={reconciledAt} isAgo />
        </span>
      )}
    </>
  );
}

function Difference({ sats }: { sats: number | null }) {
  if (sats === null) return texts.notCompared;
  if (sats === 0) return <Tag kind="up">{texts.agrees}</Tag>;
  return (
    <span className="text-down">
      {texts.differs} <Amount sats={sats} unit="BTC" isSigned />
    </span>
  );
}
