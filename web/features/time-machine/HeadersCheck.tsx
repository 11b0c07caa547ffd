/** Checks the proof of work of every block header in the browser, at the user's request. */
import { memo, useState } from "react";
import {
  checkHeaders,
  dayText,
  epochDayOfSeconds,
  headerDifficulty,
  type CheckedHeader,
} from "#economics/history";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { difficultyFigure } from "./figure-text.ts";
import { faultTexts, timeMachineTexts as texts } from "./strings.ts";

/**
 * The nBits value of 9 to 23 May 2024. The product's first reference difficulty is the rounded
 * difficulty of these days.
 */
const OWN_BITS = 0x17_03_62_9a;

type Check = ReturnType<typeof checkHeaders> & { readonly ms: number };

export const HeadersCheck = memo(function HeadersCheck({
  headers,
}: {
  headers: readonly string[];
}) {
  const [check, setCheck] = useState<Check>();
  const run = () => {
    const begun = performance.now();
    const result = checkHeaders(headers, undefined);
    setCheck({ ...result, ms: performance.now() - begun });
  };
  return (
    <Panel
      title={texts.checkTitle}
      end={
        <Button size="small" onClick={run}>
          {texts.check}
        </Button>
      }
    >
      <p className="max-w-[72ch] text-sm text-fg-2">{texts.checkLead(wholeText(headers.length))}</p>
      <div aria-live="polite">{check === undefined ? null : <Result check={check} />}</div>
    </Panel>
  );
});

function Result({ check: { checked, fault, ms } }: { check: Check }) {
  if (fault !== undefined)
    return (
      <div className="mt-4">
        <Note kind="bad">
          <strong>{texts.notChecked(wholeText(fault.height), faultTexts[fault.kind])}</strong>
        </Note>
      </div>
    );
  const hardest = best(checked, (a, b) => a.target < b.target);
  const smallest = best(checked, (a, b) => a.hash < b.hash);
  const own = checked.find(({ bits }) => bits === OWN_BITS);
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-sm">
        {texts.checked(wholeText(checked.length), wholeText(Math.ceil(ms)))}
      </p>
      <Table
        shape="stack"
        caption={texts.checkTitle}
        columns={[
          texts.headerColumns.header,
          { label: texts.headerColumns.block, isNumber: true },
          texts.headerColumns.day,
          { label: texts.headerColumns.difficulty, isNumber: true },
          texts.headerColumns.hash,
        ]}
      >
        <HeaderRow name={texts.hardest} header={hardest} />
        <HeaderRow name={texts.smallestHash} header={smallest} />
        <HeaderRow name={texts.ownDifficulty} header={own} />
      </Table>
    </div>
  );
}

function best(
  headers: readonly CheckedHeader[],
  isBetter: (a: CheckedHeader, b: CheckedHeader) => boolean,
): CheckedHeader | undefined {
  return headers.reduce<CheckedHeader | undefined>(
    (leader, one) => (leader === undefined || isBetter(one, leader) ? one : leader),
    undefined,
  );
}

function HeaderRow({ name, header }: { name: string; header: CheckedHeader | undefined }) {
  if (header === undefined) return null;
  return (
    <tr>
      <Cell className="lead">{name}</Cell>
      <Cell label={texts.headerColumns.block} className="num">
        {wholeText(header.height)}
      </Cell>
      <Cell label={texts.headerColumns.day}>{dayText(epochDayOfSeconds(header.time))}</Cell>
      <Cell label={texts.headerColumns.difficulty} className="num">
        {difficultyFigure(headerDifficulty(header))}
      </Cell>
      <Cell label={texts.headerColumns.hash}>
        <span translate="no" className="mono" title={header.hash}>
          {truncateMiddle(header.hash, 24, 8)}
        </span>
      </Cell>
    </tr>
  );
}
