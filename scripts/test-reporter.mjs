// Reports vitest's results: writes the time of each file and the results of its tests as JSON to
// the file named by TEST_REPORT.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

export default class TestReporter {
  onTestRunEnd(modules) {
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(modules.map(fileOf)));
  }
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
    isBroken: module.state() === "failed" && count("failed") === 0,
    importMs: spent.environmentSetupDuration + spent.setupDuration + spent.collectDuration,
    testsMs: spent.duration,
  };
}
