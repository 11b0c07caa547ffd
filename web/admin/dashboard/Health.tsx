/**
 * Whether everything runs: node, database, machine, background jobs. What nobody can tell is "not
 * monitored".
 */
import type { ReactNode } from "react";
import type { ApiAnswer } from "../../api/route-shapes.ts";
import { wholeText } from "../../preferences/number-marks.ts";
import { When } from "../../time/When.tsx";
import { Amount } from "../../ui/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Cell, Table } from "../../ui/Table.tsx";
import { NotMonitored, Tag } from "../../ui/Tag.tsx";
import { dashboardTexts } from "../strings.ts";
import { bytesText, secondsText } from "./measures.ts";
import { healthTexts as texts } from "./strings.ts";

type State = ApiAnswer<"getAdminStats">["health"];

export function NodeHealth({ health }: { health: State }) {
  const block = (height: number) => dashboardTexts.block(wholeText(height));
  return (
    <Panel title={texts.nodeTitle}>
      <KeyValues>
        <KeyValue label={texts.node}>
          {health.nodeHeight === null ? dashboardTexts.noAnswer : block(health.nodeHeight)}
          {health.nodeProblem === null ? null : (
            <span className="block text-xs break-words whitespace-normal text-fg-2">
              {health.nodeProblem}
            </span>
          )}
        </KeyValue>
        <KeyValue label={texts.peers}>{orNot(health.nodePeers, wholeText)}</KeyValue>
        <KeyValue label={texts.agent}>
          {orNot(health.nodeAgent, (agent) => (
            <span className="mono text-xs break-all whitespace-normal">{agent}</span>
          ))}
        </KeyValue>
        <KeyValue label={texts.watcher}>
          {health.watcherHeight === null ? dashboardTexts.noBlock : block(health.watcherHeight)}
        </KeyValue>
        <KeyValue label={texts.tipAge}>{orNot(health.tipAgeSeconds, secondsText)}</KeyValue>
        <KeyValue label={texts.books}>
          {health.unexplainedSats === null ? (
            dashboardTexts.notCompared
          ) : (
            <>
              {dashboardTexts.difference} <Amount sats={health.unexplainedSats} unit="BTC" />
            </>
          )}
        </KeyValue>
        <KeyValue label={texts.compared}>
          {orNot(health.reconciledAt, (at) => (
            <When at={at} isAgo />
          ))}
        </KeyValue>
        <KeyValue label={dashboardTexts.goOut}>
          <span className="whitespace-normal">
            {health.withdrawalsPaused ??
              (health.nodeHeight === null ? texts.notWithoutNode : dashboardTexts.yes)}
          </span>
        </KeyValue>
      </KeyValues>
    </Panel>
  );
}

export function DatabaseHealth({ health }: { health: State }) {
  const { connections, connectionsMax, diskFreeBytes, diskTotalBytes } = health;
  const isDiskKnown = diskFreeBytes !== null && diskTotalBytes !== null;
  return (
    <Panel title={texts.databaseTitle}>
      <KeyValues>
        <KeyValue label={texts.database}>{health.database}</KeyValue>
        <KeyValue label={texts.size}>{bytesText(health.databaseBytes)}</KeyValue>
        <KeyValue label={texts.connections}>
          {texts.connectionsOf(wholeText(connections), wholeText(connectionsMax))}
        </KeyValue>
        <KeyValue label={texts.skew}>{milliseconds(health.clockSkewMs)}</KeyValue>
        <KeyValue label={texts.disk}>
          {isDiskKnown ? (
            texts.diskOf(bytesText(diskFreeBytes), bytesText(diskTotalBytes))
          ) : (
            <NotMonitored />
          )}
        </KeyValue>
        <KeyValue label={texts.lag}>{orNot(health.loopLagMs, milliseconds)}</KeyValue>
        <KeyValue label={texts.running}>
          {orNot(health.startedAt, (at) => (
            <When at={at} />
          ))}
        </KeyValue>
      </KeyValues>
    </Panel>
  );
}

export function Workers({ workers }: Pick<State, "workers">) {
  return (
    <Panel title={texts.workersTitle} isFlush={workers !== null}>
      {workers === null ? (
        <NotMonitored />
      ) : (
        <Table
          shape="list"
          isDense
          caption={texts.workersTitle}
          columns={[texts.worker, texts.lastRound, { label: texts.workerState, isNumber: true }]}
        >
          {workers.map(({ name, lastRoundAt, failure, failures, isLate }) => (
            <tr key={name}>
              <Cell className="lead">
                <span className="block min-w-0">
                  <span className="block">{name}</span>
                  {failure === null ? null : (
                    <span className="block text-xs break-words whitespace-normal text-fg-2">
                      {failure}
                    </span>
                  )}
                </span>
              </Cell>
              <Cell className="text-fg-2">
                {lastRoundAt === null ? texts.noRound : <When at={lastRoundAt} isAgo />}
              </Cell>
              <Cell className="num">
                {failure === null ? (
                  <Tag kind={isLate ? "down" : "up"}>{isLate ? texts.late : texts.fine}</Tag>
                ) : (
                  <Tag kind="down">{texts.failing(wholeText(failures))}</Tag>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}

function orNot<Value>(value: Value | null, show: (value: Value) => ReactNode): ReactNode {
  return value === null ? <NotMonitored /> : show(value);
}

function milliseconds(count: number): string {
  const sign = count < 0 ? "−" : "";
  return texts.milliseconds(sign + wholeText(Math.abs(count)));
}
