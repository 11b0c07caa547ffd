/**
 * Recomputes a fill from the seed of its day. Before the seed is public, shows when it will be
 * published.
 */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dateText, dayAt } from "#market";
import { apiQuery } from "../../../data/api/query.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ErrorCard } from "../../../ui/loading/ErrorCard.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { checkOwnDay } from "../day/check-own.ts";
import { DifferenceLines } from "../day/DifferenceLines.tsx";
import type { CheckedEvent } from "../day/recheck-events.ts";
import type { Fill } from "./fill-facts.ts";
import { reportTexts as texts } from "./strings.ts";

export function Recompute({ fill }: { fill: Fill }) {
  const date = dateText(dayAt(Date.parse(fill.at)));
  const day = useQuery(apiQuery("getMarketDay", { params: { date } }));
  return (
    <section className="grid justify-items-start gap-3">
      <h3 className="text-xs font-medium text-fg-2">{texts.seed}</h3>
      <Loaded query={day} lines={1}>
        {({ seed, closesAt }) =>
          seed === null ? (
            <p className="text-sm text-fg-2">{texts.seedAfter(fullText(new Date(closesAt)))}</p>
          ) : (
            <Check date={date} fill={fill} />
          )
        }
      </Loaded>
    </section>
  );
}

function Check({ date, fill }: { date: string; fill: Fill }) {
  const check = useMutation({
    mutationFn: async () => (await checkOwnDay(date))?.find(({ event }) => event.id === fill.id),
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          size="small"
          isBusy={check.isPending}
          busyLabel={texts.recomputing}
          onClick={() => check.mutate()}
        >
          {texts.recompute}
        </Button>
        <Link {...paths.forexDay(date)} className="text-sm">
          {texts.seedDay(date)}
        </Link>
      </div>
      <div aria-live="polite" className="w-full">
        {check.isError ? <ErrorCard error={check.error} /> : null}
        {check.isSuccess ? <Result checked={check.data} /> : null}
      </div>
    </>
  );
}

function Result({ checked }: { checked: CheckedEvent | undefined }) {
  if (!checked || checked.unchecked !== undefined)
    return <Note>{checked?.unchecked ?? texts.notFound}</Note>;
  const { differences } = checked;
  if (differences.length === 0) return <Note>{texts.agrees}</Note>;
  return (
    <Note kind="bad">
      <strong>{texts.differs}</strong>
      <DifferenceLines differences={differences} />
    </Note>
  );
}
