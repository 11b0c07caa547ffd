/** Header and background of public pages for visitors who are not signed in. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { ThemeButton } from "../../ui/controls/ThemeButton.tsx";
import { frameTexts as texts } from "./strings.ts";

export function PublicFrame(props: { children: ReactNode }) {
  return (
    <div className="when-signed-out">
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-[1328px] items-center gap-2 px-8 max-md:h-[60px] max-md:px-4">
          <Link {...paths.landing} className="mr-auto flex no-underline">
            <Logo />
          </Link>
          <ThemeButton />
          <Link {...paths.login} className={buttonClass({ variant: "quiet" }, "max-md:px-3")}>
            {texts.login}
          </Link>
          <Link {...paths.register} className={buttonClass({ variant: "primary" }, "max-md:px-3")}>
            {texts.signUp}
          </Link>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1328px] px-8 pt-7 pb-22 outline-0 max-md:px-4 max-md:pt-5 max-md:pb-30"
      >
        {props.children}
      </main>
    </div>
  );
}
