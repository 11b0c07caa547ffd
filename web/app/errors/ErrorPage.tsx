/** Page shown when another page fails to render. Offers a retry. */
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";
import { PageTitle } from "../../ui/layout/PageTitle.tsx";
import { errorPageTexts as texts } from "./strings.ts";

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    if (isScriptFailure(error)) return location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <div className="mx-auto grid max-w-xl gap-4 px-4 py-12">
      <PageTitle>{texts.pageTitle}</PageTitle>
      <h1 className="title">{texts.title}</h1>
      <ErrorCard error={error} onRetry={retry}>
        {texts.still}
      </ErrorCard>
    </div>
  );
}

/**
 * Detects a failed script import by the error messages of Chromium, Firefox and Safari. Such an
 * import keeps failing until the page is reloaded.
 */
function isScriptFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed/i.test(error.message)
  );
}
