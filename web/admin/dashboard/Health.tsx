/**
 * Shows the health of the node, database, machine and background jobs. Unknown values are labelled
 * "not monitored".
 */
import type { ReactNode } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { NotMonitored, Tag } from "../../ui/layout/Tag.tsx";
import { dashboardTexts } from "../strings.ts";
import { bytesText, secondsText } from "./measures.ts";
import { healthTexts as texts, runningTexts } from "./strings.ts";

type State = ApiAnswer<"getAdminStats">["health"];

export function NodeHealth({ health }: { health: State }) {
  const block = (height: number) => dashboardTexts.block(wholeText(height));
  const { nodeHeight, tipAgeSeconds, withdrawalsPaused } = health;
  const age = tipAgeSeconds === null ? null : secondsText(tipAgeSeconds);
  return (
    <Fold
      title={texts.nodeTitle}
      isOpen={nodeHeight === null || withdrawalsPaused !== null}
      fact={
        nodeHeight === null ? (
          <Tag kind="down">{dashboardTexts.noAnswer}</Tag>
        ) : (
          runningTexts.block(wholeText(nodeHeight), age)
        )
      }
    >
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
            <span translate="no" className="mono text-xs break-all whitespace-normal">
              {agent}
            </span>
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
    </Fold>
  );
}

export function DatabaseHealth({ health, mails }: { health: State; mails: number | null }) {
  const { connections, connectionsMax, diskFreeBytes, diskTotalBytes } = health;
  const isDiskKnown = diskFreeBytes !== null && diskTotalBytes !== null;
  const free = diskFreeBytes === null ? null : bytesText(diskFreeBytes);
  return (
    <Fold
      title={texts.databaseTitle}
      isOpen={health.database !== "writable"}
      fact={
        health.database === "writable" ? (
          runningTexts.writable(free)
        ) : (
          <Tag kind="down">{health.database}</Tag>
        )
      }
    >
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
        <KeyValue label={dashboardTexts.mails}>{orNot(mails, wholeText)}</KeyValue>
        <KeyValue label={texts.lag}>{orNot(health.loopLagMs, milliseconds)}</KeyValue>
        <KeyValue label={texts.running}>
          {orNot(health.startedAt, (at) => (
            <When at={at} />
          ))}
        </KeyValue>
      </KeyValues>
    </Fold>
  );
}

export function Workers({ workers }: Pick<State, "workers">) {
  const bad = (workers ?? []).filter(({ failure, isLate }) => failure !== null || isLate).length;
  const count = wholeText(workers?.length ?? 0);
  return (
    <Fold
      title={texts.workersTitle}
      isFlush={workers !== null}
      isOpen={bad > 0}
      fact={
        workers === null ? (
          <NotMonitored />
        ) : bad > 0 ? (
          <Tag kind="down">{runningTexts.someFail(wholeText(bad), count)}</Tag>
        ) : (
          runningTexts.allRun(count)
        )
      }
    >
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
    </Fold>
  );
}

function orNot<Value>(value: Value | null, show: (value: Value) => ReactNode): ReactNode {
  return value === null ? <NotMonitored /> : show(value);
}

function milliseconds(count: number): string {
  const sign = count < 0 ? "−" : "";
  return texts.milliseconds(sign + wholeText(Math.abs(count)));
}
