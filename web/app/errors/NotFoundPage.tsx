import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { BreakEvenLine } from "../../ui/figures/BreakEvenLine.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { PageTitle } from "../../ui/layout/PageTitle.tsx";
import { notFoundTexts as texts } from "./strings.ts";

export function NotFoundPage() {
  return (
    <main id="main" className="mx-auto max-w-[1280px] px-8 pt-5 pb-24 max-md:px-4">
      <PageTitle>{texts.pageTitle}</PageTitle>
      <Link {...paths.landing} className="mb-16 inline-flex no-underline">
        <Logo />
      </Link>
      <h1 className="headline text-2xl">{texts.title}</h1>
      <BreakEvenLine className="my-6 max-w-md" />
      <p className="mb-6 text-md text-fg-2">{texts.text}</p>
      <div className="flex flex-wrap gap-3">
        <Link {...paths.landing} className={buttonClass({ variant: "primary" })}>
          {texts.start}
        </Link>
        <Link {...paths.dashboard} className={buttonClass()}>
          {texts.dashboard}
        </Link>
      </div>
    </main>
  );
}
