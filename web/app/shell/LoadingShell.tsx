/**
 * Shell of signed-in pages until the session is known. Also the prerendered first paint of these
 * pages.
 */
import { Skeleton } from "../../ui/loading/Skeleton.tsx";
import { Shell } from "./Shell.tsx";

const nothingToLeave = () => {};

export function LoadingShell() {
  return (
    <Shell onLogout={nothingToLeave}>
      <LoadingPage />
    </Shell>
  );
}

/** Placeholder in the shell until the page is loaded. */
export function LoadingPage() {
  return (
    <>
      <output className="mb-6 block text-fg-2">Loading...</output>
      <Skeleton className="h-7 w-56" />
      <div className="mt-5 grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-4">
        {["w-1/3", "w-1/2", "w-2/5", "w-1/2"].map((width, plate) => (
          <div key={plate} className="grid h-[132px] content-start gap-4 bg-surface px-5 py-4">
            <Skeleton className={width} />
            <Skeleton className="h-7 w-2/3" />
          </div>
        ))}
      </div>
    </>
  );
}
