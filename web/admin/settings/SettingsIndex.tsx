/**
 * An index of the page's sections that stays visible while scrolling. A click on an entry scrolls
 * to its section and unfolds it.
 */
import { useEffect } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { openFold } from "../../ui/layout/Fold.tsx";
import { settingsTexts as texts } from "./strings.ts";

/** Section titles by id, in page order. */
type Titles = Readonly<Record<string, string>>;

export function SettingsIndex({ titles }: { titles: Titles }) {
  useEffect(() => {
    const open = () => void openFold(location.hash.slice(1));
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);
  return (
    <nav
      aria-label={texts.onThisPage}
      className="sticky top-4 grid max-h-[calc(100vh-2rem)] content-start overflow-y-auto text-sm max-lg:hidden"
    >
      <span className="px-3 pb-1.5 text-xs font-medium text-fg-2" aria-hidden>
        {texts.onThisPage}
      </span>
      {Object.entries(titles).map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          className="border-l border-line px-3 py-1.5 text-fg-2 no-underline hover:border-fg-3 hover:text-fg"
          onClick={() => openFold(id)}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

export function FoldButtons({ titles }: { titles: Titles }) {
  const setAll = (isOpen: boolean) => {
    for (const id of Object.keys(titles)) {
      const fold = document.getElementById(id);
      if (fold instanceof HTMLDetailsElement) fold.open = isOpen;
    }
  };
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setAll(true)}>
        {texts.unfoldAll}
      </Button>
      <Button size="small" variant="quiet" onClick={() => setAll(false)}>
        {texts.foldAll}
      </Button>
    </>
  );
}
