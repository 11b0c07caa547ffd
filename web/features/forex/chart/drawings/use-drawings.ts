/**
 * Loads the user's drawings and saves each change immediately. The chart shows a change before the
 * server has it. If another tab has changed the same drawing, its change stays and this one is
 * refused.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { toast } from "../../../../ui/toasts/toast-store.ts";
import { toastError } from "../../../../ui/toasts/toast-error.ts";
import { useDeskSource } from "../../source/desk-source.ts";
import { drawingTexts as texts } from "./strings.ts";
import { drawingBody, readDrawing, type StoredDrawing, type UserDrawing } from "./user-drawing.ts";

/** Other tabs and devices may change drawings. */
const REFETCH_MS = 30_000;

interface Answer {
  readonly items: readonly StoredDrawing[];
  readonly nextCursor: null;
}

export interface Drawings {
  readonly all: readonly UserDrawing[];
  readonly save: (drawing: UserDrawing) => void;
  /** Deletes drawings and shows a notice with an undo button. */
  readonly remove: (drawings: readonly UserDrawing[]) => void;
}

export function useDrawings(): Drawings {
  const source = useDeskSource();
  const client = useQueryClient();
  const { data } = useQuery({
    ...source.query("listForexDrawings"),
    refetchInterval: REFETCH_MS,
  });
  const all = useMemo(() => (data?.items ?? []).flatMap((one) => readDrawing(one) ?? []), [data]);
  const { call } = source;
  const key = useMemo(() => source.query("listForexDrawings").queryKey, [source]);
  // Requests are sent one after the other, because each needs the version of the one before.
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);
  /** Versions of the drawings that this page has saved. */
  const versions = useRef(new Map<string, number>());

  const show = useCallback(
    (change: (items: readonly StoredDrawing[]) => readonly StoredDrawing[]) => {
      client.setQueryData<Answer>(key, (before) => ({
        items: change(before?.items ?? []),
        nextCursor: null,
      }));
    },
    [client, key],
  );
  const send = useCallback(
    (work: () => Promise<void>) => {
      // A response that is under way does not have this change.
      void client.cancelQueries({ queryKey: key });
      waiting.current += 1;
      const run = async () => {
        try {
          await work();
        } catch (error) {
          versions.current.clear();
          toastError(error);
        }
        waiting.current -= 1;
        if (waiting.current === 0) await client.invalidateQueries({ queryKey: key });
      };
      queue.current = queue.current.then(run);
    },
    [client, key],
  );
  const save = useCallback(
    (drawing: UserDrawing) => {
      const { id } = drawing;
      const body = drawingBody(drawing, drawing.version);
      show((items) => [...items.filter((one) => one.id !== id), { id, ...body }]);
      send(async () => {
        const seen = Math.max(drawing.version, versions.current.get(id) ?? 0);
        const input = { params: { drawingId: id }, body: { ...body, version: seen } };
        const { version } = await call("setForexDrawing", input);
        versions.current.set(id, version);
        show((items) => items.map((one) => (one.id === id ? { ...one, version } : one)));
      });
    },
    [call, send, show],
  );
  const remove = useCallback(
    (drawings: readonly UserDrawing[]) => {
      const ids = new Set(drawings.map(({ id }) => id));
      show((items) => items.filter(({ id }) => !ids.has(id)));
      for (const { id, version: seen } of drawings)
        send(async () => {
          const version = Math.max(seen, versions.current.get(id) ?? 0);
          versions.current.delete(id);
          // A drawing that could not be saved has no version.
          if (version > 0)
            await call("removeForexDrawing", { params: { drawingId: id }, query: { version } });
        });
      toast({
        title: texts.removedTitle,
        description: texts.removedText(drawings.length),
        action: {
          label: texts.undo,
          run() {
            for (const drawing of drawings) save({ ...drawing, version: 0 });
          },
        },
      });
    },
    [call, save, send, show],
  );
  return useMemo(() => ({ all, save, remove }), [all, save, remove]);
}
