/**
 * Where pages are rendered without a browser: every file begins as a new tab of a new browser does,
 * with nothing kept, nothing shown, and the application loaded anew, which remembers in its
 * modules.
 */
import { cleanup } from "@testing-library/react";
import type { EvaluatedModules } from "vite/module-runner";
import { afterAll, vi } from "vitest";

// What a page loads once it is needed may be on its way when a file ends: cut off, it would fail,
// and so would every page of this worker that needs the same library.
afterAll(() => vi.dynamicImportSettled());

vi.useRealTimers();
vi.unstubAllGlobals();
cleanup();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, "", "/");
for (const part of [document.documentElement, document.head, document.body]) {
  for (const name of part.getAttributeNames()) part.removeAttribute(name);
}
document.head.replaceChildren();
document.body.replaceChildren();
forgetApplication();

// A page in a busy test run takes longer than the second that the library waits for what it looks
// for.
const { configure } = await import("@testing-library/react");
configure({ asyncUtilTimeout: 15_000 });

interface WorkerGlobals {
  readonly __vitest_worker__: { readonly evaluatedModules: EvaluatedModules };
}

/** As `vi.resetModules` does, but for the libraries, which take longer to load than the pages. */
function forgetApplication(): void {
  const { evaluatedModules } = (globalThis as unknown as WorkerGlobals).__vitest_worker__;
  for (const [path, node] of evaluatedModules.idToModuleMap) {
    if (path.includes("/node_modules/")) continue;
    node.promise = undefined;
    node.exports = undefined;
    node.evaluated = false;
    node.importers.clear();
  }
}
