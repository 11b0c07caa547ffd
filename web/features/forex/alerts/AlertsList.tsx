/** Lists the user's alerts: active ones first, then those that fired or expired. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { countText } from "../../../ui/amounts/count-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { alertWords, repeatText, valueText, type ForexAlert } from "./alert-words.ts";
import type { AlertStart } from "./AlertDialog.tsx";
import { alertTexts as texts } from "./strings.ts";
import { useAlertActions } from "./use-alert-actions.ts";

/** Minimum delay between a crossing and its evaluation that the list mentions. */
const LATE_MS = 15_000;
const LINES = 3;

interface ListProps {
  readonly instrument: string;
  readonly onAlert: (start: AlertStart) => void;
}

export function AlertsList({ instrument, onAlert }: ListProps) {
  const alerts = useQuery(apiQuery("listForexAlerts"));
  const actions = useAlertActions();
  const add = (
    <Button size="small" onClick={() => onAlert({ instrument })}>
      {texts.add}
    </Button>
  );
  return (
    <Loaded query={alerts} isFlush lines={LINES}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={texts.emptyTitle} action={add}>
            {texts.empty}
          </Empty>
        ) : (
          <>
            <div className="border-b border-line px-5 py-2.5 max-md:px-4">{add}</div>
            <Table
              shape="stack"
              caption={texts.caption}
              columns={[
                texts.columns.alert,
                texts.columns.repeat,
                withZone(texts.columns.expires),
                withZone(texts.columns.state),
                "",
              ]}
            >
              {items.map((alert) => (
                <AlertRow key={alert.id} alert={alert} onAlert={onAlert} actions={actions} />
              ))}
            </Table>
          </>
        )
      }
    </Loaded>
  );
}

function AlertRow(props: {
  alert: ForexAlert;
  onAlert: (start: AlertStart) => void;
  actions: ReturnType<typeof useAlertActions>;
}) {
  const { alert, actions } = props;
  const { columns } = texts;
  const words = alertWords(alert);
  const isActive = alert.state === "ACTIVE";
  const isRemoving = actions.remove.isPending && actions.remove.variables.id === alert.id;
  return (
    <tr>
      <Cell className="lead">
        <span className="min-w-0 text-left">
          {words}
          {alert.note === null ? null : (
            <span className="block max-w-[46ch] text-xs font-normal whitespace-normal text-fg-2 [overflow-wrap:anywhere]">
              {alert.note}
            </span>
          )}
        </span>
      </Cell>
      <Cell label={columns.repeat}>{repeatText(alert)}</Cell>
      <Cell label={columns.expires}>
        {alert.expiresAt === null ? texts.never : <When at={alert.expiresAt} />}
      </Cell>
      <Cell label={columns.state}>
        <State alert={alert} />
      </Cell>
      <Cell className="actions">
        <span className="inline-flex gap-2">
          {isActive ? (
            <Button
              size="small"
              aria-label={texts.editLabel(words)}
              onClick={() => props.onAlert({ alert })}
            >
              {texts.edit}
            </Button>
          ) : (
            <Button
              size="small"
              aria-label={texts.againLabel(words)}
              onClick={() => actions.again.mutate(alert)}
            >
              {texts.again}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.removeLabel(words)}
            isBusy={isRemoving}
            busyLabel={texts.removing}
            onClick={() => actions.remove.mutate(alert)}
          >
            {texts.remove}
          </Button>
        </span>
      </Cell>
    </tr>
  );
}

function State({ alert }: { alert: ForexAlert }) {
  const { state, firedAt, foundAt, firedValue, firedCount } = alert;
  const isLate =
    firedAt !== null && foundAt !== null && Date.parse(foundAt) - Date.parse(firedAt) > LATE_MS;
  const label =
    state === "ACTIVE" ? texts.active : state === "EXPIRED" ? texts.expired : texts.firedAt;
  if (firedAt === null) return label;
  return (
    <span>
      {state === "FIRED"
        ? `${label} `
        : `${label}. ${texts.lastFired(countText(firedCount, "time"))} `}
      <When at={firedAt} />
      <span className="block text-xs text-fg-2">
        {firedValue === null ? "" : texts.valueWas(valueText(alert, firedValue))}
        {isLate ? (
          <>
            . {texts.foundLate} <When at={foundAt} />
          </>
        ) : null}
      </span>
    </span>
  );
}
