// Runs every npm command. This file is plain JavaScript in the syntax of Node 12, so that an old
// Node prints one sentence instead of a syntax error. All other files are loaded only after the
// Node version has been checked.
const NODE_MIN = 20;
const version = process.versions.node;

if (Number(version.split(".")[0]) < NODE_MIN) {
  process.stderr.write(
    `\nHashfloor needs Node ${NODE_MIN} or later, and this is Node ${version}: install a newer one from https://nodejs.org and try again.\n\n`,
  );
  process.exitCode = 1;
} else {
  void import("./commands.mjs").then((commands) => commands.runCommand(process.argv.slice(2)));
}
