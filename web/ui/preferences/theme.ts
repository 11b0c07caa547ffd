/**
 * The dark or light theme. Follows the system until the user chooses a theme. `boot.js` sets the
 * theme before the first paint.
 */
import { useSyncExternalStore } from "react";
import { storedChoice, useChoice } from "./stored-choice.ts";

export type Theme = "dark" | "light";

export const themeChoice = storedChoice("theme", ["system", "dark", "light"], "system");

/** Colour of the browser frame, the same as `--sunk` in styles/tokens.css. */
const FRAME_COLOURS: Readonly<Record<Theme, string>> = { dark: "#0b0c0a", light: "#e7e8e3" };

const systemIsLight = () => matchMedia("(prefers-color-scheme: light)");

export function resolveTheme(choice: "system" | Theme): Theme {
  if (choice !== "system") return choice;
  return systemIsLight().matches ? "light" : "dark";
}

/**
 * Updates `data-theme` when the user, another tab or the system changes the theme. Returns a
 * function that stops the updates.
 */
export function followTheme(): () => void {
  const apply = () => {
    const theme = resolveTheme(themeChoice.get());
    document.documentElement.dataset["theme"] = theme;
    // Set the colour of the browser frame. The page defines one colour per system theme, and the
    // user's choice overrides both colours.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = FRAME_COLOURS[theme];
    }
  };
  apply();
  const system = systemIsLight();
  system.addEventListener("change", apply);
  const unsubscribe = themeChoice.subscribe(apply);
  return () => {
    system.removeEventListener("change", apply);
    unsubscribe();
  };
}

export function useTheme(): Theme {
  const choice = useChoice(themeChoice);
  return useSyncExternalStore(
    (listener) => {
      const system = systemIsLight();
      system.addEventListener("change", listener);
      return () => system.removeEventListener("change", listener);
    },
    () => resolveTheme(choice),
    () => "dark",
  );
}
