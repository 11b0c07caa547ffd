/**
 * Finds increases of limits that are not in force yet. As on the server, the limit in force is the
 * lowest limit posted within the waiting period. For a pause, it is the longest pause.
 */
import { termFields, termTexts, termValues, waitingKind, WAITING_CHANGES } from "#economics";
import { termText } from "../../ui/amounts/term-text.ts";
import { settingsTexts as texts } from "./strings.ts";
import type { TermsGroup } from "./terms-view.ts";

const HOUR_MS = 3_600_000;

export interface PendingRaise {
  /** Description of the increase, such as `Threshold for two administrators 5 BTC to 7 BTC`. */
  readonly step: string;
  /** When the increase takes effect unless another version is posted. */
  readonly from: Date;
}

/** Returns the pending increases, at most one per field. `at` is the server's time. */
export function pendingRaises(
  { kind, versions }: TermsGroup,
  { waitHours, at }: { readonly waitHours: number; readonly at: Date },
): PendingRaise[] {
  const waitMs = waitHours * HOUR_MS;
  const times = versions.map(({ validFrom }) => Date.parse(validFrom));
  const last = times.findIndex((time) => time <= at.getTime() - waitMs);
  const counted = versions
    .slice(0, last === -1 ? versions.length : last + 1)
    .map(({ values }) => termValues(kind, values));
  const [newest] = counted;
  const waiting = waitingKind(kind);
  if (newest === undefined || waiting === undefined || waitHours === 0) return [];
  const changes: Readonly<Record<string, string>> = WAITING_CHANGES[waiting];
  return termFields(kind).flatMap(([name, field]) => {
    const sign = changes[name] === "lowering" ? -1n : 1n;
    // Versions that lack the field did not limit this value.
    const of = (values: typeof newest) => sign * (values[name] ?? newest[name] ?? 0n);
    const lower = counted.findIndex((values) => of(values) < of(newest));
    const since = times[lower - 1];
    if (since === undefined) return [];
    const inForce = counted.reduce((least, one) => (of(one) < of(least) ? one : least));
    const [was, is] = [inForce, newest].map((values) =>
      termText(field, termTexts(kind, values)[name] ?? ""),
    );
    const step = texts.step(field.label, was ?? "", is ?? "", "");
    return [{ step, from: new Date(since + waitMs) }];
  });
}
