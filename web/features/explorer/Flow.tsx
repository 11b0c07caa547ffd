/**
 * Draws inputs and outputs side by side, connected by ribbons as thick as their amounts. Tags mark
 * the user's outputs, the output of a withdrawal's recipient, and the platform's change.
 */
import { Link } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import {
  ribbonsOf,
  ROW_HEIGHT,
  topOf,
  trunkXOf,
  type FlowEnd,
  type Ribbon,
} from "./flow-layout.ts";
import { transactionTexts as texts } from "./strings.ts";

type Transaction = ApiAnswer<"getChainTransaction">;

interface End extends FlowEnd {
  readonly key: string;
  readonly name: ReactNode;
  readonly tag?: ReactNode;
}

/**
 * Maximum number of inputs or outputs that are drawn separately. The rest are combined in one line.
 */
const SHOWN_MAX = 12;
const WIDTH = 160;

export function Flow({ transaction }: { transaction: Transaction }) {
  const inputs = inputEnds(transaction);
  const outputs = outputEnds(transaction);
  const left = inputs.slice(0, SHOWN_MAX);
  const right = outputs.slice(0, SHOWN_MAX);
  const rows = Math.max(left.length, right.length);
  return (
    <Panel title={texts.flow}>
      <div className="grid gap-x-3 gap-y-6 md:grid-cols-[minmax(0,1fr)_160px_minmax(0,1fr)]">
        <Side
          title={texts.sideTitle(texts.inputs, transaction.inputs.length)}
          ends={left}
          all={inputs}
          rows={rows}
        />
        <Ribbons left={ribbonsOf(left, rows)} right={ribbonsOf(right, rows)} rows={rows} />
        <Side
          title={texts.sideTitle(texts.outputs, transaction.outputs.length)}
          ends={right}
          all={outputs}
          rows={rows}
        />
      </div>
    </Panel>
  );
}

function inputEnds({ inputs, outputSats }: Transaction): End[] {
  if (inputs.length === 0)
    return [{ key: "coinbase", name: texts.coinbase, amountSats: bigOrNull(outputSats) }];
  return inputs.map(({ txid, vout, amountSats, address }) => ({
    key: `${txid}:${vout}`,
    name: (
      <Link {...paths.transaction(txid)} className="reach mono" title={`${txid}:${vout}`}>
        {address === null ? `${truncateMiddle(txid)}:${vout}` : truncateMiddle(address, 10, 6)}
      </Link>
    ),
    amountSats: bigOrNull(amountSats),
  }));
}

function outputEnds({ outputs, minerFeeSats }: Transaction): End[] {
  const paid: End[] = outputs.map(({ address, amountSats, owner }, vout) => ({
    key: String(vout),
    name: (
      <span className={address === null ? "" : "mono"} title={address ?? undefined}>
        {address === null ? texts.dataOnly : truncateMiddle(address, 10, 6)}
      </span>
    ),
    ...(owner === null
      ? {}
      : { tag: <Tag kind={owner === "you" ? "accent" : "fact"}>{texts.owners[owner]}</Tag> }),
    amountSats: BigInt(amountSats),
  }));
  if (minerFeeSats === null || minerFeeSats === 0) return paid;
  return [...paid, { key: "fee", name: texts.fee, amountSats: BigInt(minerFeeSats) }];
}

function bigOrNull(sats: number | null): bigint | null {
  return sats === null ? null : BigInt(sats);
}

function Side(props: { title: string; ends: readonly End[]; all: readonly End[]; rows: number }) {
  const { ends, all, rows } = props;
  const top = { "--top": `${topOf(ends.length, rows)}px` } as CSSProperties;
  return (
    <section aria-label={props.title}>
      <h3 className="pb-2 text-xs font-medium text-fg-2">{props.title}</h3>
      <ul className="text-sm md:pt-(--top)" style={top}>
        {ends.map(({ key, name, tag, amountSats }) => (
          <li
            key={key}
            className="flex items-center gap-2 border-b border-line last:border-b-0"
            style={{ height: ROW_HEIGHT }}
          >
            <span className="min-w-0 truncate">{name}</span>
            {tag}
            <span className="ml-auto font-medium whitespace-nowrap">
              {amountSats === null ? (
                <span className="font-normal text-fg-2">{texts.amountUnknown}</span>
              ) : (
                <Amount sats={amountSats} hasUnit={false} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {all.length > ends.length ? (
        <p className="pt-2 text-xs text-fg-2">{texts.more(all.length - ends.length)}</p>
      ) : null}
    </section>
  );
}

function Ribbons(props: { left: readonly Ribbon[]; right: readonly Ribbon[]; rows: number }) {
  const trunkX = trunkXOf(props.left.length, props.right.length, WIDTH);
  return (
    <svg
      aria-hidden
      width={WIDTH}
      height={props.rows * ROW_HEIGHT}
      className="mt-7 fill-none stroke-fg-3 max-md:hidden"
    >
      {props.left.map((ribbon) => (
        <RibbonPath key={ribbon.rowY} ribbon={ribbon} fromX={0} trunkX={trunkX} />
      ))}
      {props.right.map((ribbon) => (
        <RibbonPath key={ribbon.rowY} ribbon={ribbon} fromX={WIDTH} trunkX={trunkX} />
      ))}
    </svg>
  );
}

function RibbonPath(props: { ribbon: Ribbon; fromX: number; trunkX: number }) {
  const { fromX, trunkX } = props;
  const { rowY, trunkY, thickness, isKnown } = props.ribbon;
  if (fromX === trunkX) return null;
  const bend = (fromX + trunkX) / 2;
  return (
    <path
      d={`M${fromX} ${rowY}C${bend} ${rowY} ${bend} ${trunkY} ${trunkX} ${trunkY}`}
      strokeWidth={thickness}
      strokeDasharray={isKnown ? undefined : "3 3"}
      strokeOpacity={isKnown ? 0.55 : 1}
    />
  );
}
