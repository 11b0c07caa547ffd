/** Lists uploaded price files with their pair, period and size. */
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { pairName } from "../quotes/price-text.ts";
import { replayTexts } from "./strings.ts";
import type { BeginReplay } from "./use-begin-replay.ts";

type PriceFile = ApiAnswer<"listPriceFiles">["items"][number];

const { files: texts } = replayTexts;

export function PriceFileList(props: { files: readonly PriceFile[]; begin: BeginReplay }) {
  const { columns } = texts;
  return (
    <div className="border-t border-line">
      <Table
        shape="stack"
        caption={texts.caption}
        columns={[
          columns.file,
          columns.instrument,
          columns.from,
          columns.until,
          { label: columns.lines, isNumber: true },
          "",
        ]}
      >
        {props.files.map((file) => (
          <FileRow key={file.id} file={file} begin={props.begin} />
        ))}
      </Table>
    </div>
  );
}

function FileRow({ file, begin }: { file: PriceFile; begin: BeginReplay }) {
  const { id, name, sha256, instrument, kind, lines, closedLines, format, timeZone } = file;
  const { from, until } = file;
  const { columns } = texts;
  const remove = useChange({
    send: () => api("removePriceFile", { params: { fileId: id } }),
    changed: ["listPriceFiles"],
    onDone: () => ({ title: texts.removedTitle, description: texts.removedText(name) }),
  });
  return (
    <tr>
      <Cell className="lead">
        <div className="grid min-w-0">
          <span className="wrap-anywhere whitespace-normal" title={texts.digest(sha256)}>
            {name}
          </span>
          {format === "" ? null : (
            <span className="text-xs font-normal text-fg-2">
              {[format, ...(timeZone === null ? [] : [texts.zones[timeZone] ?? timeZone])].join(
                ", ",
              )}
            </span>
          )}
        </div>
      </Cell>
      <Cell label={columns.instrument}>{pairName(instrument)}</Cell>
      <Cell label={columns.from} className="mono">
        {timeText(from)}
      </Cell>
      <Cell label={columns.until} className="mono">
        {timeText(until)}
      </Cell>
      <Cell label={columns.lines} className="num">
        <div className="grid">
          <span>
            {wholeText(lines)} {texts.kinds[kind]}
          </span>
          {closedLines === 0 ? null : (
            <span className="text-xs text-fg-2">{texts.closed(wholeText(closedLines))}</span>
          )}
        </div>
      </Cell>
      <Cell className="actions">
        <Button
          size="small"
          aria-label={texts.replayLabel(name)}
          isBusy={begin.isPending && begin.variables.key === id}
          busyLabel={replayTexts.beginning}
          onClick={() => begin.mutate({ key: id, instrument, body: { priceFile: id, pace: 0 } })}
        >
          {replayTexts.begin}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={texts.removeLabel(name)}
          isBusy={remove.isPending}
          busyLabel={texts.removing}
          onClick={() => remove.mutate()}
        >
          {texts.remove}
        </Button>
      </Cell>
    </tr>
  );
}

function timeText(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}
