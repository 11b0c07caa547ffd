/** A labelled multi-line field with a hint and an error, like `Field`. */
import { clsx } from "clsx";
import { useId, type ComponentProps, type ReactNode } from "react";
import { Hint } from "./Field.tsx";

export function TextArea({
  label,
  hint,
  error,
  ...area
}: ComponentProps<"textarea"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className="grid gap-1.5">
      <label className="text-xs font-medium text-fg" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={clsx(
          "min-h-32 w-full min-w-0 resize-y rounded-md border bg-field px-3 py-2 focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus max-md:text-md",
          error === undefined ? "border-line-control" : "border-down",
        )}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={hasNote ? noteId : undefined}
      />
      {hasNote ? (
        <Hint id={noteId} isError={error !== undefined}>
          {error ?? hint}
        </Hint>
      ) : null}
    </div>
  );
}
