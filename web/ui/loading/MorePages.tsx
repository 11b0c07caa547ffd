/**
 * The end of a paged list: a button that loads the next page, or a text after the last page. When
 * the button disappears with the last page, the focus moves to the text.
 */
import { useEffect, useRef, useState } from "react";
import { Button } from "../controls/Button.tsx";
import { loadingTexts as texts } from "./strings.ts";

export function MorePages(props: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
  /** Text at the end of the list. By default, shown only if there was a button before. */
  end?: string;
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.pages;
  const [isPressed, setIsPressed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPressed && !hasNextPage && document.activeElement === document.body) box.current?.focus();
  }, [isPressed, hasNextPage]);
  const end = props.end ?? (isPressed ? texts.end : undefined);
  if (!hasNextPage && end === undefined) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="border-t border-line px-5 py-3 text-xs text-fg-2 max-md:px-4"
    >
      {hasNextPage ? (
        <Button
          size="small"
          isBusy={isFetchingNextPage}
          busyLabel={texts.more}
          onClick={() => {
            setIsPressed(true);
            void fetchNextPage();
          }}
        >
          {props.label}
        </Button>
      ) : (
        end
      )}
    </div>
  );
}
