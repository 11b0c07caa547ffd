import { paths } from "../ui/navigation/paths.ts";
import { Logo } from "../ui/layout/Logo.tsx";
import { PRACTICE_WORDS } from "../ui/layout/PageTitle.tsx";
import { Wrap } from "./Section.tsx";
import { footerTexts as texts } from "./strings.ts";

export function SiteFooter() {
  return (
    <footer className="border-t border-line pt-7 pb-22 text-sm text-fg-2">
      <Wrap className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <Logo />
        <a href={paths.login.to} className="reach underline">
          {texts.login}
        </a>
        <a href={paths.register.to} className="reach underline">
          {texts.signUp}
        </a>
        <a href={paths.pool.to} className="reach underline">
          {texts.pool}
        </a>
        <a href={paths.transparency.to} className="reach underline">
          {texts.transparency}
        </a>
        <a href={paths.forexDays.to} className="reach underline">
          {texts.days}
        </a>
        <a href={paths.timeMachine.to} className="reach underline">
          {texts.timeMachine}
        </a>
        <a href="/api/docs" className="reach underline">
          {texts.api}
        </a>
        <p className="max-w-[60ch] md:ml-auto">{texts.disclaimer(PRACTICE_WORDS)}</p>
      </Wrap>
    </footer>
  );
}
