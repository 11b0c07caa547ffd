/**
 * /transaction/{txid}: this installation's own explorer page, for networks that have no public one.
 */
import { wholeText } from "../../preferences/number-marks.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { apiQuery } from "../../api/query.ts";
import type { ApiAnswer } from "../../api/route-shapes.ts";
import { asApiError } from "../../api/api-error.ts";
import { paths } from "../../navigation/paths.ts";
import { Amount } from "../../ui/Amount.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Note } from "../../ui/Note.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SixBlockMeter } from "../../ui/SixBlockMeter.tsx";
import { Cell, Table } from "../../ui/Table.tsx";
import { TxId } from "../../ui/TxId.tsx";
import { trackerTexts } from "../tracker/strings.ts";
import { transactionTexts as texts } from "./strings.ts";

type Transaction = ApiAnswer<"getTransaction">;

export function TransactionPage() {
  const { txid = "" } = useParams({ strict: false });
  const query = useQuery(apiQuery("getTransaction", { params: { txId: txid } }));
  const isUnknown = query.isError && asApiError(query.error).status === 404;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <Link {...paths.trackTransaction(txid)} className={buttonClass()}>
            {texts.track}
          </Link>
        }
      >
        {texts.lead}
      </PageHead>
      <p className="mono mb-4 flex items-center gap-1 break-all">
        {txid}
        <CopyButton text={txid} label="Copy TXID" />
      </p>
      {isUnknown ? (
        <Note kind="bad">
          <strong>{trackerTexts.notFoundTitle}.</strong> {trackerTexts.notFoundText}
        </Note>
      ) : (
        <Loaded query={query} lines={6}>
          {(transaction) => <Explored {...transaction} />}
        </Loaded>
      )}
    </>
  );
}

function Explored(props: Transaction) {
  return (
    <div className="grid gap-4">
      <FactsPanel {...props} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Inputs inputs={props.inputs} />
        <Outputs outputs={props.outputs} totalSats={props.outputSats} />
      </div>
    </div>
  );
}

function FactsPanel(props: Transaction) {
  return (
    <Panel title={texts.facts} end={<SixBlockMeter confirmations={props.confirmations} hasCount />}>
      <KeyValues>
        <KeyValue label="Network">{props.network}</KeyValue>
        <KeyValue label="Confirmations">{wholeText(props.confirmations)}</KeyValue>
        <KeyValue label="Block">
          {props.blockHeight === null ? texts.notMined : wholeText(props.blockHeight)}
        </KeyValue>
        {props.blockHash === null ? null : (
          <KeyValue label="Block hash">
            <TxId value={props.blockHash} label="block hash" />
          </KeyValue>
        )}
        <KeyValue label="Virtual size">
          {props.virtualSize === null ? "-" : `${wholeText(props.virtualSize)} vB`}
        </KeyValue>
        <KeyValue label="Fee">
          {props.minerFeeSats === null ? "-" : <Amount sats={props.minerFeeSats} />}
        </KeyValue>
        <KeyValue label="Fee rate">
          {props.feeRateSatsPerVb === null ? "-" : `${props.feeRateSatsPerVb} sat/vB`}
        </KeyValue>
      </KeyValues>
    </Panel>
  );
}

function Inputs(props: Pick<Transaction, "inputs">) {
  return (
    <Panel title={`${texts.inputs} (${props.inputs.length})`} isFlush>
      {props.inputs.length === 0 ? (
        <p className="px-5 py-4 text-sm text-fg-2">{texts.coinbase}</p>
      ) : (
        <Table columns={["Spends output", { label: "Number", isNumber: true }]}>
          {props.inputs.map((input) => (
            <tr key={`${input.txid}:${input.vout}`}>
              <Cell>
                <Link {...paths.transaction(input.txid)} className="mono">
                  {input.txid.slice(0, 20)}…
                </Link>
              </Cell>
              <Cell className="num">{input.vout}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}

function Outputs(props: { outputs: Transaction["outputs"]; totalSats: number | null }) {
  return (
    <Panel
      title={`${texts.outputs} (${props.outputs.length})`}
      isFlush
      foot={
        props.totalSats === null ? undefined : (
          <span className="flex justify-between">
            Total <Amount sats={props.totalSats} />
          </span>
        )
      }
    >
      <ul>
        {props.outputs.map((output, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- an output is its place in the transaction
            key={index}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-5 py-2.5 text-sm last:border-b-0 max-md:px-4"
          >
            <span className="mono min-w-0 break-all text-fg-2">
              {index}: {output.address ?? texts.dataOnly}
            </span>
            <span className="ml-auto font-medium">
              <Amount sats={output.amountSats} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
