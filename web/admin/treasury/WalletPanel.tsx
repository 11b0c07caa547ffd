/**
 * What the node's wallet holds against what the books say is ours, and what the last comparison
 * found.
 */
import { wholeText } from "../../preferences/number-marks.ts";
import { When } from "../../time/When.tsx";
import { Amount } from "../../ui/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { NotMonitored, Tag } from "../../ui/Tag.tsx";
import { treasuryTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

type Wallet = NonNullable<Treasury["wallet"]>;

export function WalletPanel({ wallet }: Pick<Treasury, "wallet">) {
  return (
    <Panel title={texts.wallet} foot={texts.walletFoot}>
      {wallet === null ? <NotMonitored /> : <Terms wallet={wallet} />}
    </Panel>
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
      {unexplainedSats === 0 ? (
        <Tag kind="up">{texts.agrees}</Tag>
      ) : (
        <span className="text-down">
          {texts.differs} <Amount sats={unexplainedSats} unit="BTC" isSigned />
        </span>
      )}
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
