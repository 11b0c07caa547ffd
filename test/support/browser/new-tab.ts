/**
 * Prepares tests that render pages without a browser. Every test file starts like a new tab in a
 * new browser: with empty storage, an empty page, and newly loaded application modules, because
 * modules keep state.
 */
import { cleanup } from "@testing-library/react";
import type { EvaluatedModules } from "vite/module-runner";
import { afterAll, vi } from "vitest";

// Waits for lazily loaded modules that are still loading when a file ends. An interrupted load
// would fail, and so would every later page of this worker that needs the same library.
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

// Pages take longer in a busy test run than the library's default wait of one second.
const { configure } = await import("@testing-library/react");
configure({ asyncUtilTimeout: 15_000 });

interface WorkerGlobals {
  readonly __vitest_worker__: { readonly evaluatedModules: EvaluatedModules };
}

/**
 * Discards the loaded application modules like `vi.resetModules`, but keeps the libraries, which
 * take longer to load than the pages.
 */
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
