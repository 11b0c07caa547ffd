/**
 * An error in its own card: the failed action, the unaffected data, a Retry button, and the request
 * id.
 *
 *   if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
 */
import type { ReactNode } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { Button } from "../controls/Button.tsx";
import { Note } from "../layout/Note.tsx";
import { loadingTexts as texts } from "./strings.ts";

export function ErrorCard(props: {
  error: unknown;
  onRetry?: () => void;
  /**
   * A fact that is not affected by the error, such as "Balances are from the ledger and stay
   * right."
   */
  children?: ReactNode;
}) {
  const error = asApiError(props.error);
  return (
    <div className="grid gap-3.5" role="alert">
      <Note kind="bad">
        <strong>{error.title}.</strong> {error.text} {props.children}
      </Note>
      <div className="flex flex-wrap items-center gap-2.5">
        {props.onRetry === undefined ? null : (
          <Button size="small" onClick={props.onRetry}>
            {texts.retry}
          </Button>
        )}
        {error.requestId === undefined ? null : (
          <span translate="no" className="mono text-xs text-fg-3">
            {texts.request(error.requestId)}
          </span>
        )}
      </div>
    </div>
  );
}
