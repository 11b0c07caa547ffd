/**
 * Static bars in the shape of the content. They appear after 150 ms, so that fast responses do not
 * cause flicker.
 *
 *   <SkeletonLines count={4} />  <Skeleton className="h-7 w-2/3" />
 */
import { clsx } from "clsx";
import { useEffect, useState } from "react";

const DELAY_MS = 150;

export function Skeleton(props: { className?: string | undefined }) {
  return (
    <span className={clsx("block h-[0.8em] rounded-sm bg-hover", props.className)} aria-hidden />
  );
}

const WIDTHS = ["w-2/5", "w-1/3", "w-1/2", "w-2/5"] as const;

/**
 * Placeholder for rows of label and value. The space is reserved immediately to prevent a layout
 * shift, and the bars appear after the delay.
 */
export function SkeletonLines(props: { count: number }) {
  const isShown = useIsLate();
  return (
    <div className={clsx("grid gap-5 py-2", !isShown && "invisible")} data-loading aria-busy="true">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: props.count }, (_, line) => (
        <div key={line} className="flex justify-between">
          <Skeleton className={WIDTHS[line % WIDTHS.length]} />
          <Skeleton className="w-1/5" />
        </div>
      ))}
    </div>
  );
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
