/** Chooses the moment at which a branch of the replay begins. */
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import type { ReplayStanding } from "../source/use-replay.ts";
import { isExit } from "./is-exit.ts";
import { branchTexts as texts } from "./strings.ts";
import { useBranchReplay, type BranchStart } from "./use-branch-replay.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Newest orders among which the user's last order is searched. */
const ORDERS = 50;

interface BranchDialogProps {
  readonly replay: ReplayStanding["replay"];
  readonly onClose: () => void;
}

export function BranchDialog({ replay, onClose }: BranchDialogProps) {
  const { id: replayId, instrument } = replay;
  // The replay continues while the dialog is open, but its choices stay the same.
  const [{ startsAt, time }] = useState(replay);
  const [typed, setTyped] = useState(secondText(time));
  const [error, setError] = useState<string>();
  const orders = useQuery(
    apiQuery("listReplayOrders", { params: { replayId }, query: { state: "ALL", limit: ORDERS } }),
  );
  const lastOrder = orders.data?.items.find((order) => !isExit(order));
  const branch = useBranchReplay((refused) => setError(refused.message));
  const start = (point: BranchStart["point"]) => {
    setError(undefined);
    branch.mutate({ replayId, instrument, point }, { onSuccess: onClose });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = Date.parse(`${typed}Z`);
    if (Number.isNaN(at)) setError(texts.wrongTime);
    else start({ at: new Date(at).toISOString() });
  };
  const earlier = (milliseconds: number) => {
    const at = Date.parse(time) - milliseconds;
    return at < Date.parse(startsAt) ? undefined : { at: new Date(at).toISOString() };
  };
  const suggestions = [
    [texts.lastOrder, lastOrder && { before: lastOrder.id }],
    [texts.hour, earlier(HOUR_MS)],
    [texts.day, earlier(DAY_MS)],
    [texts.beginning, { at: startsAt }],
  ] as const;
  const range = texts.timeHint(shown(startsAt), shown(time));
  return (
    <Dialog title={texts.title} isOpen isBusy={branch.isPending} onClose={onClose}>
      <p className="text-sm text-fg-2">{texts.text}</p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-xs font-medium">{texts.suggestions}</legend>
        {suggestions.map(([label, point]) =>
          point === undefined ? null : (
            <Button
              key={label}
              size="small"
              aria-disabled={branch.isPending}
              onClick={() => branch.isPending || start(point)}
            >
              {label}
            </Button>
          ),
        )}
      </fieldset>
      <form className="grid gap-3" onSubmit={submit} noValidate>
        <Field
          label={texts.time}
          type="datetime-local"
          step={1}
          min={secondText(startsAt)}
          max={secondText(time)}
          value={typed}
          error={error}
          hint={replay.blind === null ? range : texts.fictional(range)}
          onChange={(event) => {
            setError(undefined);
            setTyped(event.currentTarget.value);
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} aria-disabled={branch.isPending}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={branch.isPending}
            busyLabel={texts.starting}
          >
            {texts.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function secondText(iso: string): string {
  return iso.slice(0, 19);
}

function shown(iso: string): string {
  return secondText(iso).replace("T", " ");
}
