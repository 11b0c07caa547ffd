/**
 * Lists corrections, one per row (one per card on a phone). Shows the reason if a correction cannot
 * be decided.
 */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { DecisionButtons, type Press } from "../decisions/DecisionButtons.tsx";
import { calledBy } from "../decisions/strings.ts";
import { sumText, type Adjustment } from "./adjustment.ts";
import { adjustmentTexts as texts } from "./strings.ts";

const { columns } = texts;

/**
 * Button that ends a proposal. The proposer withdraws it, and other administrators reject it. No
 * authority over money is required, because no money moves.
 */
const AGAINST = {
  none: "reject",
  own_proposal: "takeBack",
  own_account: undefined,
  second_factor_required: undefined,
  authority_unconfirmed: "reject",
  authority_waiting: "reject",
} as const;

export function AdjustmentsTable(props: {
  items: readonly Adjustment[];
  isWaiting: boolean;
  onPress: Press<Adjustment>;
}) {
  return (
    <Table
      shape="stack"
      caption={texts.table}
      columns={[
        columns.at,
        columns.user,
        { label: columns.amount, isNumber: true },
        columns.reason,
        columns.by,
        props.isWaiting ? columns.until : columns.state,
        ...(props.isWaiting ? [columns.decision] : []),
      ]}
    >
      {props.items.map((adjustment) => (
        <Row
          key={adjustment.id}
          adjustment={adjustment}
          isWaiting={props.isWaiting}
          onPress={props.onPress}
        />
      ))}
    </Table>
  );
}

function Row(props: { adjustment: Adjustment; isWaiting: boolean; onPress: Press<Adjustment> }) {
  const { adjustment, isWaiting } = props;
  const { amountSats, amountCents, kind } = adjustment;
  return (
    <tr>
      <Cell label={columns.at} className="text-fg-2">
        <When at={adjustment.proposedAt} isAgo />
      </Cell>
      <Cell label={columns.user}>
        <Link
          {...paths.adminPerson(adjustment.userId)}
          className="block max-w-40 max-md:max-w-56 min-w-0 truncate underline"
          title={adjustment.userEmail || adjustment.userId}
        >
          {calledBy(adjustment.userEmail, adjustment.userId)}
        </Link>
      </Cell>
      <Cell label={columns.amount} className="num font-medium">
        {amountSats === null ? (
          <Usd cents={amountCents ?? 0} isSigned />
        ) : (
          <Amount sats={amountSats} unit="BTC" isSigned={kind === "balance"} />
        )}
        {kind === "debt" ? (
          <span className="block text-xs font-normal text-fg-2">{texts.writeOff}</span>
        ) : null}
      </Cell>
      <Cell label={columns.reason}>
        <span className="block max-w-56 max-md:max-w-80 min-w-0 py-1.5 break-words whitespace-normal">
          {adjustment.reason}
        </span>
      </Cell>
      <Cell label={columns.by} className="text-fg-2">
        <span className="block max-w-32 max-md:max-w-48 min-w-0 truncate">
          {calledBy(adjustment.proposedByEmail, adjustment.proposedById)}
        </span>
      </Cell>
      {isWaiting ? (
        <>
          <Cell label={columns.until} className="text-fg-2">
            <When at={adjustment.expiresAt} />
          </Cell>
          <Cell className="actions">
            <Decision adjustment={adjustment} onPress={props.onPress} />
          </Cell>
        </>
      ) : (
        <Cell label={columns.state}>
          <Outcome {...adjustment} />
        </Cell>
      )}
    </tr>
  );
}

function Decision({ adjustment, onPress }: { adjustment: Adjustment; onPress: Press<Adjustment> }) {
  const { obstacle } = adjustment;
  return (
    <DecisionButtons
      of={texts.of(sumText(adjustment))}
      hindrance={obstacle === null ? undefined : texts.obstacles[obstacle]}
      against={AGAINST[obstacle ?? "none"]}
      onPress={(what) => onPress(what, adjustment)}
    />
  );
}

function Outcome({ state, decidedByEmail, decidedById, rejectedReason }: Adjustment) {
  return (
    <span className="grid min-w-0 justify-items-start gap-1 py-1.5">
      <Tag kind={state === "approved" ? "fact" : "down"}>{texts.states[state]}</Tag>
      {decidedById === null ? null : (
        <span className="block max-w-48 min-w-0 truncate text-xs text-fg-2">
          {texts.decidedBy(calledBy(decidedByEmail, decidedById))}
        </span>
      )}
      {rejectedReason === null ? null : (
        <span className="block max-w-72 min-w-0 text-xs break-words whitespace-normal text-fg-2">
          {rejectedReason}
        </span>
      )}
    </span>
  );
}
