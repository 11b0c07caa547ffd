/** Lists deposits, including those reversed by a reorg. Each confirmation is drawn as a block. */
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { ReceiptLink } from "../../../ui/navigation/ReceiptLink.tsx";
import { When } from "../../../ui/time/When.tsx";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { LiveMark } from "../../../ui/loading/LiveMark.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SixBlockMeter } from "../../../ui/figures/SixBlockMeter.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { depositTexts as texts } from "./strings.ts";
import { TransactionLink } from "../tracker/TransactionLink.tsx";
import { FaucetButton } from "./Faucet.tsx";

type Deposit = ApiAnswer<"listDeposits">["items"][number];

export function Incoming() {
  const deposits = usePages(["listDeposits", "pages"], (at) => api("listDeposits", { query: at }), {
    refetchInterval: 15_000,
  });
  const stats = useQuery(apiQuery("getPublicStats"));
  const height = stats.data?.blockHeight ?? null;
  return (
    <Panel
      title={texts.incoming}
      isFlush
      end={height === null ? null : <LiveMark>block {wholeText(height)}</LiveMark>}
    >
      <Loaded query={deposits} isFlush lines={4}>
        {({ pages }) => <List items={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <MorePages pages={deposits} label={texts.older} />
    </Panel>
  );
}

function List({ items }: { items: readonly Deposit[] }) {
  if (items.length === 0)
    return (
      <Empty title={texts.emptyTitle} action={<FaucetButton />}>
        {texts.emptyText}
      </Empty>
    );
  return (
    <ul>
      {items.map((deposit) => (
        <IncomingRow key={deposit.id} {...deposit} />
      ))}
    </ul>
  );
}

function IncomingRow(props: Deposit) {
  return (
    <li className="grid gap-2.5 border-b border-line px-5 py-4.5 last:border-b-0 max-md:p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Amount
          sats={props.amountSats}
          isSigned
          className="text-[1.125rem] leading-6 font-[550] tracking-[-0.012em]"
        />
        <span className="text-sm">
          <State {...props} />
        </span>
      </div>
      <SixBlockMeter
        confirmations={props.confirmations}
        isTakenBack={props.state === "reversed"}
        isDeposit
        isBig
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-fg-2">
        <TransactionLink id={props.txid} />
        <span>
          {props.isFromFaucet ? `${texts.fromFaucet}, ` : null}
          {props.blockHeight === null ? null : `${texts.block(wholeText(props.blockHeight))}, `}
          seen <When at={props.seenAt} isAgo />
        </span>
      </div>
      {props.state === "credited" ? (
        <div>
          <ReceiptLink kind="deposit" id={props.id} />
        </div>
      ) : null}
      {props.state === "reversed" ? <Explained>{texts.reversedText}</Explained> : null}
      {props.state === "credited" && !props.isFromFaucet ? <SendBack {...props} /> : null}
      {props.state === "dropped" ? <Explained>{texts.droppedText}</Explained> : null}
    </li>
  );
}

function State(props: Deposit) {
  if (props.state === "credited") {
    return (
      <span className="inline-flex items-center gap-1.5 text-up">
        <Check className="size-4" strokeWidth={1.5} aria-hidden />
        {texts.credited}
      </span>
    );
  }
  if (props.state === "reversed") return <Tag kind="down">{texts.reversed}</Tag>;
  if (props.state === "dropped") return <Tag kind="down">{texts.dropped}</Tag>;
  return (
    <>
      <strong className="font-semibold">
        {props.confirmations} of {props.confirmationsRequired}
      </strong>{" "}
      <span className="text-fg-2">
        {props.state === "in_mempool" ? texts.inMempool : texts.confirmations}
      </span>
    </>
  );
}

/** Link that sends the deposit back, or the reason why it cannot be sent back. */
function SendBack({ id, txid, senderAddress, isSenderVerified }: Deposit) {
  if (!isSenderVerified)
    return (
      <Explained>
        {senderAddress === null ? texts.senderUnknown : texts.senderUnverified(senderAddress)}
      </Explained>
    );
  return (
    <Link
      {...paths.sendBack(id)}
      className={buttonClass({ size: "small" }, "justify-self-start")}
      aria-label={texts.sendBackOf(txid)}
    >
      {texts.sendBack}
    </Link>
  );
}

function Explained(props: { children: string }) {
  return <p className="text-xs wrap-anywhere text-fg-2">{props.children}</p>;
}
