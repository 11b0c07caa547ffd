// Sends SIGTERM to a program if the process that started the program disappears, as if that process
// had stopped the program properly. This file is loaded before the program starts. `node --watch`
// may run between these two processes and must receive the signal as well.
import { stopPatienceMs } from "./stop-patience.mjs";

const POLL_MS = 300;

const parent = process.ppid;
const runner = Number(process.env.HASHFLOOR_RUNNER ?? parent);
const poll = setInterval(() => {
  if (process.ppid === parent && isAlive(runner)) return;
  clearInterval(poll);
  if (parent !== runner && process.ppid === parent) process.kill(parent, "SIGTERM");
  // Sends the signal only once, because a second signal tells the server to stop at once.
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
