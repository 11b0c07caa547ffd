/**
 * Layout of the sign-in pages: the form on the left, information about this installation on the
 * right.
 */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { ThemeButton } from "../../ui/controls/ThemeButton.tsx";
import { BreakEvenLine } from "../../ui/figures/BreakEvenLine.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { PageTitle } from "../../ui/layout/PageTitle.tsx";

export function AuthFrame(props: {
  documentTitle: string;
  title: string;
  lead: string;
  children: ReactNode;
  /** Link to the alternative form, such as sign-up. */
  other: ReactNode;
}) {
  return (
    <>
      <PageTitle>{props.documentTitle}</PageTitle>
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-[1280px] items-center px-8 max-md:h-[60px] max-md:px-4">
          <Link {...paths.landing} className="flex no-underline">
            <Logo />
          </Link>
          <span className="ml-auto">
            <ThemeButton />
          </span>
        </div>
      </header>
      <main
        id="main"
        className="mx-auto grid max-w-[1280px] gap-x-24 gap-y-10 px-8 py-16 max-md:px-4 max-md:py-8 lg:grid-cols-[400px_minmax(0,1fr)]"
      >
        <div>
          <h1 className="title">{props.title}</h1>
          <p className="mt-1 mb-6 text-fg-2">{props.lead}</p>
          {props.children}
          <p className="mt-6 text-fg-2">{props.other}</p>
        </div>
        <aside className="max-w-[46ch] text-fg-2" aria-label="About this site">
          <p className="headline text-2xl text-fg">Test coins only. Real arithmetic.</p>
          <BreakEvenLine className="my-5" />
          <p className="text-md">
            Balances are coins of Bitcoin's test networks. They have no value and cannot be sold. Do
            not send real coins here and do not use a password of another site.
          </p>
        </aside>
      </main>
    </>
  );
}
