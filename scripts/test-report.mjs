// Reads the results of a test run: the totals, which determine success or failure, and the time per
// file.
import { existsSync, readFileSync } from "node:fs";

const SLOWEST_SHOWN = 20;

/**
 * Reads the report. `exitCode` is vitest's exit code, which also reveals errors outside of tests.
 */
export function readReport(path, exitCode) {
  if (!existsSync(path)) return { passed: 0, failed: exitCode === 0 ? 0 : 1, files: [] };
  const files = JSON.parse(readFileSync(path, "utf8"));
  const passed = sum(files, (file) => file.passed);
  const failed = sum(files, (file) => file.failed + (file.isBroken ? 1 : 0));
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1), files };
}

/**
 * Returns the table of times per file. Files run in parallel, so the sum of these times is longer
 * than the run.
 */
export function timeTable(files) {
  const projects = [...new Set(files.map(({ project }) => project))].map((project) => {
    const own = files.filter((file) => file.project === project);
    const tests = sum(own, (file) => file.passed + file.failed);
    const times = [sum(own, (file) => file.importMs), sum(own, (file) => file.testsMs)];
    return row([project, own.length, tests, ...times.map(seconds)]);
  });
  const slowest = files.toSorted((a, b) => wholeMs(b) - wholeMs(a)).slice(0, SLOWEST_SHOWN);
  return [
    row(["project", "files", "tests", "importing, s", "testing, s"]),
    ...projects,
    `\nSlowest files, in seconds:`,
    ...slowest.map((file) => `${seconds(wholeMs(file)).padStart(8)}  ${file.path}`),
  ].join("\n");
}

const wholeMs = ({ importMs, testsMs }) => importMs + testsMs;

function row([name, ...cells]) {
  return name.padEnd(10) + cells.map((cell) => String(cell).padStart(14)).join("");
}

function seconds(milliseconds) {
  return (milliseconds / 1_000).toFixed(1);
}

function sum(items, valueOf) {
  return items.reduce((total, item) => total + valueOf(item), 0);
}
