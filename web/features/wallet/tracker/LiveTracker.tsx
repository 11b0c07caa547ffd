/**
 * Tracks a transaction on the chain with the node's data: state, confirmations, expected time and
 * replacements.
 */
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { ReceiptLink } from "../../../ui/navigation/ReceiptLink.tsx";
import { When } from "../../../ui/time/When.tsx";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { TxId } from "../../../ui/figures/TxId.tsx";
import { FeeBumpButton } from "./FeeBumpButton.tsx";
import { feeBumpTexts, trackerTexts as texts } from "./strings.ts";
import { LeadFacts } from "./LeadFacts.tsx";
import { OwnWithdrawal } from "./OwnWithdrawal.tsx";
import { Progress } from "./Progress.tsx";
import { sentence } from "./sentence.ts";
import { SimulatedTracker } from "./SimulatedTracker.tsx";
import { Versions } from "./Versions.tsx";
import { viewOf } from "./tracker-steps.ts";

export type Transaction = ApiAnswer<"getTransaction">;

const LOOK_AGAIN_MS = 5000;
const SETTLED_AT = 6;

export function LiveTracker({ txId }: { txId: string }) {
  const query = useQuery({
    ...apiQuery("getTransaction", { params: { txId } }),
    refetchInterval: ({ state }) =>
      state.data?.state === "completed" || state.data?.state === "rejected" ? false : LOOK_AGAIN_MS,
  });
  useTxidInAddress(txId, query.data);
  if (query.isError && asApiError(query.error).status === 404) return <NotFound txId={txId} />;
  return (
    <Loaded query={query} skeleton={<Panel title={texts.progress} />}>
      {({ simulated, ...transaction }) =>
        simulated === null ? (
          <Tracked {...transaction} simulated={null} />
        ) : (
          <SimulatedTracker payout={simulated} id={transaction.id} eta={transaction.etaSeconds} />
        )
      }
    </Loaded>
  );
}

/**
 * Replaces the withdrawal's id in the URL with the txid once the withdrawal is signed. Until then,
 * the withdrawal is tracked by its id.
 */
function useTxidInAddress(txId: string, transaction: Transaction | undefined): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    const txid = transaction?.txid ?? null;
    if (transaction === undefined || txid === null || txid === txId) return;
    const { queryKey } = apiQuery("getTransaction", { params: { txId: txid } });
    queryClient.setQueryData(queryKey, { ...transaction, id: txid });
    void navigate({ ...paths.trackTransaction(txid), replace: true });
  }, [txId, transaction, navigate, queryClient]);
}

function Tracked(props: Transaction) {
  const view = viewOf(props);
  return (
    <Panel
      title={view.labels[view.step]}
      tags={
        props.state === "completed" ? <Tag kind="up">{texts.final}</Tag> : <StateTag {...props} />
      }
      end={<Tag kind="accent">{props.network}</Tag>}
    >
      <div className="grid gap-5">
        <LeadFacts transaction={props} />
        <Progress view={view} confirmations={props.confirmations} />
        <Note kind={isBad(props) ? "bad" : "info"}>
          {props.rejectedReason === null ? null : (
            <strong>{sentence(props.rejectedReason)} </strong>
          )}
          {stateText(props)}
          {props.waitingReason === null ? null : ` ${props.waitingReason}`}
          {props.etaSeconds === null ? null : ` ${texts.eta(props.etaSeconds)}.`}
        </Note>
        <Facts {...props} />
        <Versions versions={props.versions} txid={props.txid} />
        <div className="flex flex-wrap gap-3 empty:hidden">
          <OwnWithdrawal id={props.id} />
          {props.state === "completed" && props.simulated === null
            ? props.own.map(({ kind, id }) => <ReceiptLink key={id} kind={kind} id={id} />)
            : null}
          <Explorer {...props} />
          <Bump {...props} />
        </div>
      </div>
    </Panel>
  );
}

/**
 * True if the state is an error. A transaction that this installation replaced or abandoned itself
 * is not an error.
 */
function isBad(props: Transaction): boolean {
  const view = viewOf(props);
  const isOurs = props.versions.length > 0 || props.attempt !== null;
  return (view.isStopped || view.isTakenBack) && !isOurs;
}

function stateText({ state, versions, attempt }: Transaction): string {
  if (attempt?.kind === "abandonment") return givenUpText(state, attempt.confirmations);
  if (attempt !== null) return `${texts.stateTexts[state]} ${texts.attempts.child}`;
  return state === "replaced" && versions.length > 0
    ? feeBumpTexts.replaced
    : texts.stateTexts[state];
}

function givenUpText(state: Transaction["state"], confirmations: number): string {
  if (state !== "replaced") return texts.attempts.abandonment;
  return confirmations < SETTLED_AT
    ? texts.attempts.returning(confirmations)
    : texts.attempts.returned;
}

function StateTag(props: Transaction) {
  const text = Object.entries(texts.tags).find(([state]) => state === props.state)?.[1];
  return text === undefined ? null : <Tag kind="down">{text}</Tag>;
}

function Facts(props: Transaction) {
  return (
    <KeyValues>
      <KeyValue label={texts.field}>
        {props.txid === null ? (
          <span className="text-fg-2">
            {props.state === "rejected" ? texts.noTxid : texts.txidLater}
          </span>
        ) : (
          <TxId value={props.txid} />
        )}
      </KeyValue>
      {props.replacedBy === null || props.replacedBy === props.attempt?.txid ? null : (
        <KeyValue label={texts.replacedBy}>
          <OtherTransaction txid={props.replacedBy} />
        </KeyValue>
      )}
      {props.attempt === null ? null : (
        <KeyValue label={texts.attemptBy[props.attempt.kind]}>
          <OtherTransaction txid={props.attempt.txid} />
        </KeyValue>
      )}
      {props.txid === null ? null : <NodeFacts {...props} />}
    </KeyValues>
  );
}

function NodeFacts(props: Transaction) {
  return (
    <>
      <KeyValue label={texts.minerFee}>
        {props.minerFeeSats === null ? "-" : <Amount sats={props.minerFeeSats} />}
      </KeyValue>
      <Together {...props} />
      <KeyValue label={texts.feeRate}>
        {props.feeRateSatsPerVb === null ? "-" : texts.feeRateText(props.feeRateSatsPerVb)}
      </KeyValue>
      <KeyValue label={texts.block}>
        {props.blockHeight === null ? "-" : wholeText(props.blockHeight)}
      </KeyValue>
      <KeyValue label={texts.firstSeen}>
        {props.firstSeenAt === null ? "-" : <When at={props.firstSeenAt} />}
      </KeyValue>
    </>
  );
}

function OtherTransaction({ txid }: { txid: string }) {
  return (
    <Link {...paths.trackTransaction(txid)} className="mono">
      {txid.slice(0, 16)}…
    </Link>
  );
}

function Together({ paysCount, own }: Transaction) {
  if (paysCount < 2) return null;
  const share = own[0]?.minerFeeSats ?? null;
  return (
    <>
      <KeyValue label={texts.together}>{texts.togetherText(paysCount)}</KeyValue>
      {share === null ? null : (
        <KeyValue label={texts.share}>
          <Amount sats={share} />
        </KeyValue>
      )}
    </>
  );
}

function Bump({ state, own, attempt }: Transaction) {
  const [mine] = own;
  if (attempt !== null) return null;
  if (mine?.kind !== "withdrawal" || (state !== "in_transit" && state !== "reorged")) return null;
  return <FeeBumpButton withdrawalId={mine.id} />;
}

/**
 * Opens the network's public explorer in a new tab or, if the network has none, this installation's
 * own page.
 */
function Explorer(props: Transaction) {
  if (props.txid === null) return null;
  return (
    <a
      href={props.explorerUrl ?? `/transaction/${props.txid}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({}, "justify-self-start")}
    >
      {texts.explorer}
      <ExternalLink className="size-4" strokeWidth={1.5} aria-hidden />
      <span className="sr-only">{texts.newTab}</span>
    </a>
  );
}

function NotFound(props: { txId: string }) {
  return (
    <Panel title={texts.notFoundTitle}>
      <Note kind="bad">
        <strong className="mono break-all">{props.txId}</strong>
        <br />
        {texts.notFoundText}
      </Note>
    </Panel>
  );
}
