// A reporter for vitest: writes what each file took and how its tests ended, as JSON, to the file
// that TEST_REPORT names.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

export default class TestReporter {
  onTestRunEnd(modules) {
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(modules.map(fileOf)));
  }
}

function whyOnceMore(test) {
  const [error] = test.result().errors ?? [];
  const message = error?.message ?? "no reason was kept";
  const at = error?.stacks?.find(({ file }) => !file.includes("node_modules"));
  return `${test.fullName}: ${message}${at ? ` (${relative(process.cwd(), at.file)}:${at.line})` : ""}`;
}

function fileOf(module) {
  const tests = [...module.children.allTests()];
  const states = tests.map((test) => test.result().state);
  const count = (state) => states.filter((one) => one === state).length;
  const spent = module.diagnostic();
  return {
    project: module.project.name,
    path: relative(process.cwd(), module.moduleId),
    passed: count("passed"),
    failed: count("failed"),
    secondTries: tests.filter((test) => test.diagnostic()?.flaky).map(whyOnceMore),
    isBroken: module.state() === "failed" && count("failed") === 0,
    importMs: spent.environmentSetupDuration + spent.setupDuration + spent.collectDuration,
    testsMs: spent.duration,
  };
}
