/**
 * Four kinds of tests; all but `dom` run against one real PostgreSQL, started by
 * test/support/servers/cluster.ts.
 */
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { filesOf } from "./test/tiers.ts";

/** `npm test` runs the first tier, `npm run test:rest` the rest; without it all files run. */
const tier = process.env["TEST_TIER"];

/** Files that start the whole product wait much of their time, so three share even two cores. */
const maxWorkers = 3;

/**
 * Node reads the files itself, as it does for the server, instead of Vite: what runs is what is
 * written, and takes less. No module is mocked or loaded anew, which is what Vite's own way is for.
 */
const AS_NODE_READS = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    // Limits of time below only end what hangs: several times of what a test needs on two busy
    // cores.
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    // What most files import is the same product: a worker keeps it from one file to the next.
    isolate: false,
    globalSetup: ["./test/support/servers/cluster.ts", "./test/support/servers/common-server.ts"],
    // As long as a browser waits for a thing to appear; the default of one second is a timing that
    // decides.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          experimental: AS_NODE_READS,
          environment: "node",
          ...filesOf("node", tier),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "happy-dom",
          ...filesOf("dom", tier),
          setupFiles: ["./test/support/browser/new-tab.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "scenario",
          experimental: AS_NODE_READS,
          environment: "node",
          ...filesOf("scenario", tier),
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          experimental: AS_NODE_READS,
          environment: "node",
          ...filesOf("browser", tier),
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
