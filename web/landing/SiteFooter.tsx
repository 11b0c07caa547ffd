/** Footer of the public page. */
import { paths } from "../ui/navigation/paths.ts";
import { Logo } from "../ui/layout/Logo.tsx";
import { PRACTICE_WORDS } from "../ui/layout/PageTitle.tsx";
import { Wrap } from "./Section.tsx";

export function SiteFooter() {
  return (
    <footer className="border-t border-line pt-7 pb-22 text-sm text-fg-2">
      <Wrap className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <Logo />
        <a href={paths.login.to} className="reach underline">
          Login
        </a>
        <a href={paths.register.to} className="reach underline">
          Sign Up
        </a>
        <a href={paths.pool.to} className="reach underline">
          Mining pool
        </a>
        <a href={paths.forexDays.to} className="reach underline">
          Market days
        </a>
        <a href={paths.timeMachine.to} className="reach underline">
          Time machine
        </a>
        <a href="/api/docs" className="reach underline">
          API
        </a>
        <p className="max-w-[60ch] md:ml-auto">
          {PRACTICE_WORDS}. Nothing here is an offer, advice or a forecast of real returns.
        </p>
      </Wrap>
    </footer>
  );
}
