/**
 * /transaction/{txid}: this installation's explorer page, which is public. It shows signed-in users
 * which outputs belong to them.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { asApiError } from "../../data/api/api-error.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { useAuth } from "../../session/auth/auth-context.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { SixBlockMeter } from "../../ui/figures/SixBlockMeter.tsx";
import { useIsHydrated } from "../../data/api/use-is-hydrated.ts";
import { TxId } from "../../ui/figures/TxId.tsx";
import { Flow } from "./Flow.tsx";
import { transactionTexts as texts } from "./strings.ts";

type Transaction = ApiAnswer<"getChainTransaction">;

const LOOK_AGAIN_MS = 5_000;

export function TransactionPage() {
  const { txid: named = "" } = useParams({ strict: false });
  // All transactions share one prerendered page, so the transaction id is unknown until hydration.
  const txid = useIsHydrated() ? named : "";
  const { user, loading, needsCode } = useAuth();
  const isSignedIn = user !== null && !needsCode;
  const refetchInterval = (query: { state: { data?: Transaction | undefined } }) =>
    query.state.data?.state === "completed" ? (false as const) : LOOK_AGAIN_MS;
  const own = useQuery({
    ...apiQuery("getTransaction", { params: { txId: txid } }),
    enabled: txid !== "" && !loading && isSignedIn,
    refetchInterval,
  });
  const open = useQuery({
    ...apiQuery("getChainTransaction", { params: { txid } }),
    enabled: txid !== "" && !loading && !isSignedIn,
    refetchInterval,
  });
  const query = isSignedIn ? own : open;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          isSignedIn ? (
            <Link {...paths.trackTransaction(txid)} className={buttonClass()}>
              {texts.track}
            </Link>
          ) : undefined
        }
      >
        {texts.lead}
      </PageHead>
      <p translate="no" className="mono mb-4 flex items-center gap-1 break-all">
        {txid}
        <CopyButton text={txid} label={texts.copyTxid} />
      </p>
      {query.isError && asApiError(query.error).status === 404 ? (
        <Note kind="bad">
          <strong>{texts.notFoundTitle}</strong> {texts.notFound}
        </Note>
      ) : (
        <Loaded query={query} lines={6}>
          {(transaction: Transaction) => (
            <div className="grid gap-4">
              <Facts transaction={transaction} />
              <Flow transaction={transaction} />
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { outputSats, minerFeeSats, feeRateSatsPerVb, virtualSize } = transaction;
  const { confirmations, state, blockHeight, blockHash, network } = transaction;
  return (
    <Plates label={texts.title} className="grid-cols-2 lg:grid-cols-4">
      <Plate label={texts.total} foot={network}>
        {outputSats === null ? (
          texts.notKnown
        ) : (
          <Figure size="normal">
            <Amount sats={outputSats} />
          </Figure>
        )}
      </Plate>
      <Plate
        label={texts.fee}
        foot={
          feeRateSatsPerVb === null || virtualSize === null
            ? undefined
            : texts.feeRate(feeRateSatsPerVb, wholeText(virtualSize))
        }
      >
        {minerFeeSats === null ? (
          texts.notKnown
        ) : (
          <Figure size="normal">
            <Amount sats={minerFeeSats} />
          </Figure>
        )}
      </Plate>
      <Plate
        label={texts.confirmations}
        foot={<SixBlockMeter confirmations={confirmations} isTakenBack={state === "reorged"} />}
      >
        <Figure size="normal">{wholeText(confirmations)}</Figure>
      </Plate>
      <Plate
        label={texts.block}
        foot={blockHash === null ? undefined : <TxId value={blockHash} label={texts.blockHash} />}
      >
        {blockHeight === null ? (
          state === "dropped" || state === "replaced" ? (
            texts[state]
          ) : (
            texts.notMined
          )
        ) : (
          <Figure size="normal">{wholeText(blockHeight)}</Figure>
        )}
      </Plate>
    </Plates>
  );
}
