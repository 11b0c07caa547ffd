/** Shows the rates of the earn plans: current rate, minimum, start, and earlier rates. */
import { useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { PostedAt } from "./PostedAt.tsx";
import { RateDialog } from "./RateDialog.tsx";
import type { EarnRates } from "./settings-view.ts";
import { addressText } from "../decisions/strings.ts";
import { settingsTexts as texts } from "./strings.ts";
import { VersionsTable, type PostedChange } from "./VersionsTable.tsx";

type Rate = EarnRates["rates"][number];

export function RatesPanel({ id, earn }: { id: string; earn: readonly EarnRates[] }) {
  const [opened, setOpened] = useState<{ plan: EarnRates; seen: Rate }>();
  const { rateColumns: columns } = texts;
  const current = earn.find(({ productId }) => productId === opened?.plan.productId)?.rates[0];
  const earlier = rateSteps(earn);
  return (
    <Fold
      id={id}
      title={texts.rates}
      isFlush
      fact={earn.map(({ name, rates: [rate] }) => `${name} ${rate?.apyPercent ?? ""} %`).join(", ")}
    >
      <Table
        shape="stack"
        caption={texts.rates}
        columns={[
          columns.plan,
          { label: columns.apy, isNumber: true },
          { label: columns.floor, isNumber: true },
          columns.since,
          columns.source,
          columns.who,
          { label: columns.actions, isNumber: true },
        ]}
      >
        {earn.map((plan) => (
          <PlanRow
            key={plan.productId}
            plan={plan}
            onChange={(seen) => setOpened({ plan, seen })}
          />
        ))}
      </Table>
      <h3 className="border-t border-line px-5 py-3 text-sm font-semibold max-md:px-4">
        {texts.rateHistory}
      </h3>
      {earlier.length === 0 ? (
        <p className="px-5 pb-4 text-sm text-fg-2 max-md:px-4">{texts.noEarlier}</p>
      ) : (
        <VersionsTable caption={texts.rateHistory} changes={earlier} />
      )}
      {opened === undefined ? null : (
        <RateDialog
          {...opened}
          isOutdated={current !== undefined && current.id !== opened.seen.id}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Fold>
  );
}

function PlanRow({ plan, onChange }: { plan: EarnRates; onChange: (seen: Rate) => void }) {
  const { rateColumns: columns } = texts;
  const [rate] = plan.rates;
  if (rate === undefined) return null;
  return (
    <tr>
      <Cell label={columns.plan}>{plan.name}</Cell>
      <Cell label={columns.apy} className="num">
        {rate.apyPercent} %
      </Cell>
      <Cell label={columns.floor} className="num text-fg-2">
        {plan.floorPercent === null ? texts.noFloor : `${plan.floorPercent} %`}
      </Cell>
      <Cell label={columns.since} className="text-fg-2">
        <PostedAt at={rate.validFrom} />
      </Cell>
      <Cell label={columns.source}>
        <span className="block max-w-72 min-w-0 py-1.5 break-words whitespace-normal">
          {rate.source}
        </span>
      </Cell>
      <Cell label={columns.who} className="text-fg-2">
        <span className="block max-w-48 min-w-0 truncate" title={addressText(rate.setBy)}>
          {addressText(rate.setBy)}
        </span>
      </Cell>
      <Cell className="actions">
        <Button
          size="small"
          aria-label={texts.changeRate(plan.name)}
          onClick={() => onChange(rate)}
        >
          {texts.changeShort}
        </Button>
      </Cell>
    </tr>
  );
}

/** Returns all rate changes of all plans, newest first. */
function rateSteps(earn: readonly EarnRates[]): PostedChange[] {
  return earn
    .flatMap(({ name, rates }) =>
      rates.flatMap((rate, position) => {
        const before = rates[position + 1];
        return before === undefined
          ? []
          : [{ ...rate, what: texts.step(name, before.apyPercent, rate.apyPercent, "%") }];
      }),
    )
    .toSorted((a, b) => b.validFrom.localeCompare(a.validFrom));
}
