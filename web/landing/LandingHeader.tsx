/**
 * Header of the public page. The HTML contains one variant for visitors and one for signed-in
 * users, and the stored session determines which variant is visible.
 */
import { paths } from "../ui/navigation/paths.ts";
import { ThemeButton } from "../ui/controls/ThemeButton.tsx";
import { Island } from "../ui/loading/Island.tsx";
import { buttonClass } from "../ui/controls/Button.tsx";
import { Logo } from "../ui/layout/Logo.tsx";
import { Wrap } from "./Section.tsx";
import { headerTexts as texts } from "./strings.ts";

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-[5] border-b border-line bg-bg">
      <Wrap className="flex h-16 items-center gap-7 max-md:h-[60px] max-md:gap-2">
        <a href={paths.landing.to} className="flex no-underline">
          <Logo />
        </a>
        <nav
          aria-label={texts.sections}
          className="ml-5 flex gap-6.5 font-medium text-fg-2 max-md:hidden [&_a]:no-underline [&_a:hover]:text-fg"
        >
          <a href="#mining">{texts.mining}</a>
          <a href="#forex">{texts.forex}</a>
          <a href="#about">{texts.about}</a>
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:gap-0.5">
          <Island name="theme">
            <ThemeButton />
          </Island>
          <a
            href={paths.login.to}
            className={buttonClass({ variant: "quiet" }, "when-signed-out max-md:px-3")}
          >
            {texts.login}
          </a>
          <a
            href={paths.register.to}
            className={buttonClass({ variant: "primary" }, "when-signed-out max-md:px-3")}
          >
            {texts.signUp}
          </a>
          <a
            href={paths.dashboard.to}
            className={buttonClass({ variant: "primary" }, "when-signed-in max-md:px-3")}
          >
            {texts.dashboard}
          </a>
        </div>
      </Wrap>
    </header>
  );
}
