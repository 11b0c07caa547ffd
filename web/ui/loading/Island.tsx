/**
 * A part of a prerendered page that is hydrated separately. `web/app/landing-main.tsx` does so on
 * the landing page, whose other parts are static. Has no box of its own.
 */
import type { ReactNode } from "react";

export function Island(props: { name: string; children: ReactNode }) {
  return (
    <div className="contents" data-island={props.name}>
      {props.children}
    </div>
  );
}
