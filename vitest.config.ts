/** Four kinds of tests; all but `dom` run against one real PostgreSQL, started by test/support/cluster.ts. */
import { defineConfig } from "vitest/config";

const EVERYWHERE_OUT = ["**/node_modules/**", "dist/**", "data/**"];

export default defineConfig({
  test: {
    globalSetup: ["./test/support/cluster.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["**/*.test.ts"],
          exclude: [...EVERYWHERE_OUT, "test/scenarios/**", "test/browser/**"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "happy-dom",
          include: ["web/**/*.test.tsx"],
          exclude: EVERYWHERE_OUT,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "scenario",
          environment: "node",
          include: ["test/scenarios/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "node",
          include: ["test/browser/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
