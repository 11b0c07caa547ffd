/**
 * Title of a signed-in page, with one line below the title and actions on the right. Also sets the
 * document title.
 *
 *   <PageHead title="Mining Dashboard" end={<Button>Start Mining</Button>}>1 contract, day 12 of 30.</PageHead>
 */
import type { ReactNode } from "react";
import { PageTitle } from "./PageTitle.tsx";

export function PageHead(props: { title: string; end?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-6 max-lg:mb-4 max-lg:gap-3.5">
      <PageTitle>{props.title}</PageTitle>
      <div className="min-w-0 self-start wrap-anywhere">
        <h1 className="title">{props.title}</h1>
        {props.children === undefined ? null : (
          <p className="mt-1 max-w-[64ch] text-fg-2">{props.children}</p>
        )}
      </div>
      {props.end === undefined ? null : (
        <div className="flex min-h-10 grow flex-wrap items-center justify-end gap-3 max-lg:grow-0 max-lg:justify-start">
          {props.end}
        </div>
      )}
    </div>
  );
}
