/**
 * A separately hydrated part of a prerendered page. `web/app/landing-main.tsx` hydrates the islands
 * of the landing page, whose other parts are static. The island's element has no box in the layout.
 */
import type { ReactNode } from "react";

export function Island(props: { name: string; children: ReactNode }) {
  return (
    <div className="contents" data-island={props.name}>
      {props.children}
    </div>
  );
}
