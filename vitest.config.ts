/**
 * Four kinds of tests; all but `dom` run against one real PostgreSQL, started by
 * test/support/servers/cluster.ts.
 */
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { filesOf } from "./test/tiers.ts";

/** `npm test` runs the first tier, `npm run test:rest` the rest. Without a tier all files run. */
const tier = process.env["TEST_TIER"];

/** Three even on two cores, because files that start the whole product mostly wait. */
const maxWorkers = 3;

/**
 * Node loads the files itself, as it does for the server, instead of Vite. The tests then run the
 * files as they are, and faster. Vite's loader would be needed only to mock or reload modules.
 */
const AS_NODE_READS = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    // The time limits below only end tests that hang: they are several times what a test needs on
    // two busy cores.
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    // A worker keeps loaded modules, because most files import the same product.
    isolate: false,
    globalSetup: ["./test/support/servers/cluster.ts", "./test/support/servers/common-server.ts"],
    // As long as browser tests wait. The default of one second would fail on a busy machine.
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
