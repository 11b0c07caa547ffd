/** Prints the trial's table of rounds and its summary. */
import { KINDS, type Load } from "./load.ts";

export interface Round {
  readonly number: number;
  readonly what: "server" | "machine";
  readonly from: string;
  readonly to: string;
  /** Seconds from the kill to the response to the first write sent after it. */
  readonly firstSeconds: number;
  /** Seconds from the kill to the first event on a stream. */
  readonly newsSeconds: number;
  /** Seconds from the kill until a synchronous standby follows again. */
  readonly wholeSeconds: number;
  /** Number of attempts that failed with 5xx or a closed connection. */
  readonly failed: number;
  readonly acknowledged: number;
  readonly lost: number;
}

const HEAD = [
  "round",
  "killed",
  "primary",
  "first write",
  "first event",
  "standby back",
  "failed",
  "acknowledged",
  "lost",
];
const WIDTHS = [5, 8, 11, 11, 11, 12, 8, 12, 6];

export function tableOf(rounds: readonly Round[], hasHead: boolean): string {
  const lines = rounds.map((round) => [
    String(round.number),
    round.what,
    `${round.from} > ${round.to}`,
    seconds(round.firstSeconds),
    seconds(round.newsSeconds),
    seconds(round.wholeSeconds),
    String(round.failed),
    String(round.acknowledged),
    String(round.lost),
  ]);
  return [...(hasHead ? [HEAD] : []), ...lines]
    .map((cells) => cells.map((cell, at) => cell.padStart(WIDTHS[at] ?? 0)).join("  "))
    .join("\n");
}

export function summary(
  rounds: readonly Round[],
  end: {
    readonly load: Load;
    readonly lost: readonly string[];
    readonly doubled: readonly string[];
    readonly problems: number;
  },
): string {
  const { load } = end;
  const timesOf = (what: Round["what"]) => {
    const times = rounds.filter((one) => one.what === what).map((one) => one.firstSeconds);
    return times.length === 0
      ? `no ${what} was killed`
      : `after killing a ${what}, p50 ${seconds(middle(times))}, worst ${seconds(Math.max(...times))}`;
  };
  const kinds = KINDS.map(
    (kind) => `${kind} ${load.acknowledged.filter((one) => one.kind === kind).length}`,
  );
  const failures = [...load.failures].map(([what, count]) => `${what} ${count}`).join(", ");
  return [
    `${rounds.length} rounds, ${load.acknowledged.length} acknowledged (${kinds.join(", ")}): ${end.lost.length} lost, ${end.doubled.length} doubled.`,
    `Ledger verification: ${end.problems === 0 ? "passed" : `${end.problems} problems`}.`,
    `First acknowledged write: ${timesOf("server")}; ${timesOf("machine")}.`,
    `Streams cut: ${load.streamsCut()}. Failed attempts: ${failures || "none"}. Unexplained answers: ${load.faults.length}.`,
  ].join("\n");
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}
