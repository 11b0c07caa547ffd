/**
 * Explains how an order was filled: the quotes when sent and when filled, latency, the effect of
 * the order's size, conversion and margin. Once the day's seed is public, all these figures can be
 * recomputed.
 *
 *   <FillReportDialog orderId={order.id} onClose={close} />
 */
import { useQuery } from "@tanstack/react-query";
import { fullText } from "../../../ui/time/time-text.ts";
import { ReceiptLink } from "../../../ui/navigation/ReceiptLink.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { FillFigures } from "./FillFigures.tsx";
import {
  fillFacts,
  isStopOutFill,
  sourceOf,
  stopOutFacts,
  type Fill,
  type OrderReport,
} from "./fill-facts.ts";
import { orderHeadline } from "./figure-text.ts";
import { isOfOanda } from "../day/recheck-events.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { Recompute } from "./Recompute.tsx";
import { stopOutStory } from "./stop-out-story.ts";
import { reportTexts as texts } from "./strings.ts";

export function FillReportDialog(props: { orderId: string; onClose: () => void }) {
  return (
    <Dialog title={texts.title} isOpen onClose={props.onClose} place="end">
      <FillReport orderId={props.orderId} />
    </Dialog>
  );
}

export function FillReport({ orderId }: { orderId: string }) {
  const source = useDeskSource();
  const report = useQuery(source.query("getForexOrderReport", { params: { orderId } }));
  return (
    <Loaded query={report} lines={8}>
      {(data) => <Report report={data} />}
    </Loaded>
  );
}

function Report({ report: { order, fill } }: { report: OrderReport }) {
  return (
    // Reset text styles that the dialog inherits from the table cell with its button.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-left text-base whitespace-normal">
      <div>
        <p className="text-lg font-semibold tracking-[-0.012em]">{orderHeadline(order, fill)}</p>
        <p className="mt-0.5 text-sm text-fg-2">
          {texts.types[order.type] ?? order.type}, {fullText(new Date(fill?.at ?? order.createdAt))}
        </p>
      </div>
      {fill === null ? <NotFilled order={order} /> : <Filled fill={fill} />}
    </div>
  );
}

function NotFilled({ order }: Pick<OrderReport, "order">) {
  return (
    <Note>
      <strong>{texts.notFilled}.</strong> {order.reasonText ?? texts.waits}
    </Note>
  );
}

function Filled({ fill }: { fill: Fill }) {
  // A replay has no published market day, and OANDA's prices have no seed, so neither kind of fill
  // can be recomputed.
  const { replayId } = useDeskSource();
  return (
    <>
      {isStopOutFill(fill) ? (
        <StopOut fill={fill} />
      ) : (
        <FillFigures fill={fill} facts={fillFacts(fill)} />
      )}
      {typeof fill.detail["caughtUpAt"] === "string" ? (
        <Note>
          <strong>{texts.caughtUp}.</strong>{" "}
          {texts.caughtUpText(fullText(new Date(fill.detail["caughtUpAt"])))}
        </Note>
      ) : null}
      {replayId === undefined && !isOfOanda(fill) ? <Recompute fill={fill} /> : null}
      {replayId === undefined && !isStopOutFill(fill) ? (
        <div>
          <ReceiptLink kind="fill" id={String(fill.id)} />
        </div>
      ) : null}
      <p className="text-xs text-fg-3">{sourceOf(fill)}</p>
    </>
  );
}

function StopOut({ fill }: { fill: Fill }) {
  const [what, instead] = stopOutStory(stopOutFacts(fill));
  return (
    <>
      <Note kind="bad">
        <strong>{texts.stopOut}.</strong> {what}
      </Note>
      <section>
        <h3 className="mb-1 text-xs font-medium text-fg-2">{texts.instead}</h3>
        <p className="text-sm">{instead}</p>
      </section>
    </>
  );
}
