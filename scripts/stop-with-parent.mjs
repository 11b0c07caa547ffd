// Loaded into a program before it starts: when the process that started it is gone, the program gets the signal that a
// polite parent would have sent.
const POLL_MS = 300;
const STOP_PATIENCE_MS = 40_000;

const parent = process.ppid;
const poll = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(poll);
  // Once: a second signal means "at once" to the server.
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), STOP_PATIENCE_MS).unref();
}, POLL_MS);
poll.unref();
