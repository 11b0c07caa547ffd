// Loaded into a program before it starts: when the command that started it is gone, the program
// gets the signal that a polite parent would have sent. `node --watch` stands between the two and
// has to be told as well.
import { stopPatienceMs } from "./stop-patience.mjs";

const POLL_MS = 300;

const parent = process.ppid;
const runner = Number(process.env.HASHFLOOR_RUNNER ?? parent);
const poll = setInterval(() => {
  if (process.ppid === parent && isAlive(runner)) return;
  clearInterval(poll);
  if (parent !== runner && process.ppid === parent) process.kill(parent, "SIGTERM");
  // Once: a second signal means "at once" to the server.
  else process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), stopPatienceMs()).unref();
}, POLL_MS);
poll.unref();

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
