/**
 * Configures the four kinds of tests. All except the `dom` tests use one real PostgreSQL server,
 * which test/support/servers/cluster.ts starts.
 */
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { filesOf } from "./test/tiers.ts";

/**
 * The tier of test files to run. `npm test` sets the first tier, and `npm run test:rest` sets the
 * rest. If no tier is set, all files run.
 */
const tier = process.env["TEST_TIER"];

/**
 * Three workers are faster than two even on two cores, because test files that start the whole
 * product spend most of their time waiting.
 */
const maxWorkers = 3;

/**
 * Lets Node load the files instead of Vite, so that the tests run the same code as the server and
 * start faster. Vite's loader is needed only for mocking or reloading modules, which no test does.
 */
const AS_NODE_READS = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    // The time limits below only end tests that hang. They are several times as long as a test
    // takes on two busy cores.
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    // Each worker keeps its loaded modules, because most test files import the same modules.
    isolate: false,
    globalSetup: ["./test/support/servers/cluster.ts", "./test/support/servers/common-server.ts"],
    // The same limit as in browser tests. Vitest's default of one second is too short on a busy
    // machine.
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
