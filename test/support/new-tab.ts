/**
 * Where pages are rendered without a browser: every file begins as a new tab of a new browser does,
 * with nothing kept, nothing shown, and the application loaded anew, which remembers in its
 * modules. The libraries under it stay loaded.
 */
import { cleanup, configure } from "@testing-library/react";
import { vi } from "vitest";

// A page in a busy test run takes longer than the second that the library waits for what it looks
// for.
configure({ asyncUtilTimeout: 15_000 });

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
vi.resetModules();
