/**
 * Under a list that is read page by page: the button that brings the next page, or that this is
 * all.
 */
import { Button } from "./Button.tsx";

export function MorePages(props: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
  /** Said in place of the button when nothing follows. */
  end?: string;
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.pages;
  if (!hasNextPage && props.end === undefined) return null;
  return (
    <div className="border-t border-line px-5 py-3 text-xs text-fg-2 max-md:px-4">
      {hasNextPage ? (
        <Button
          size="small"
          isBusy={isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void fetchNextPage()}
        >
          {props.label}
        </Button>
      ) : (
        props.end
      )}
    </div>
  );
}
