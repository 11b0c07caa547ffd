/** Switches between the dark and the light theme. */
import { SunMoon } from "lucide-react";
import { Button } from "./Button.tsx";
import { resolveTheme, themeChoice } from "../preferences/theme.ts";

export function ThemeButton() {
  return (
    <Button variant="quiet" isIcon aria-label="Switch theme" onClick={switchTheme}>
      <SunMoon className="size-4" strokeWidth={1.5} aria-hidden />
    </Button>
  );
}

function switchTheme(): void {
  themeChoice.set(resolveTheme(themeChoice.get()) === "dark" ? "light" : "dark");
}
