/** Dark or light. Follows the system until the user fixes one; `boot.js` sets it before the first paint. */
import { useSyncExternalStore } from "react";
import { storedChoice, useChoice } from "./stored-choice.ts";

export type Theme = "dark" | "light";

export const themeChoice = storedChoice("theme", ["system", "dark", "light"], "system");

const systemIsLight = () => matchMedia("(prefers-color-scheme: light)");

/** The theme that is shown now. */
export function resolveTheme(choice: "system" | Theme): Theme {
  if (choice !== "system") return choice;
  return systemIsLight().matches ? "light" : "dark";
}

/** Keeps `data-theme` right when the choice, another tab or the system changes. Returns the way to stop. */
export function followTheme(): () => void {
  const apply = () => {
    document.documentElement.dataset["theme"] = resolveTheme(themeChoice.get());
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
