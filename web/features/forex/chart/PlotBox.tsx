/** A box over the plot. It lets the pointer through, except on its own elements. */
import { useEffect, useRef, type ReactNode } from "react";
import type { Places, Plot } from "./lines-primitive.ts";

export function PlotBox(props: {
  follow: (place: (places: Places, plot: Plot) => void) => () => void;
  children: ReactNode;
}) {
  const { follow } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      follow((_, { width, height }) => {
        if (box.current === null) return;
        box.current.style.width = `${width}px`;
        box.current.style.height = `${height}px`;
      }),
    [follow],
  );
  return (
    <div ref={box} className="pointer-events-none absolute top-0 left-0 z-[3] overflow-hidden">
      {props.children}
    </div>
  );
}
