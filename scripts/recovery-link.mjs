/**
 * `npm run recovery-link -- name@example.org`: prints a link to set a new password, for somebody who is signed in nowhere on an
 * installation without a mail server. Asks the running installation with the service key of its data folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [email, ...rest] = process.argv.slice(2);
if (email === undefined || rest.length > 0)
  fail("Usage: npm run recovery-link -- name@example.org");

const { DATA_DIR = "data", HOST = "127.0.0.1", PORT = "3000" } = process.env;
const host = HOST.includes(":") ? `[${HOST}]` : HOST;

const answer = await fetch(`http://${host}:${PORT}/auth/v1/admin/generate_link`, {
  method: "POST",
  headers: { "content-type": "application/json", authorization: `Bearer ${serviceKey()}` },
  body: JSON.stringify({ type: "recovery", email }),
}).catch(() =>
  fail(`No installation answers at http://${host}:${PORT}: start it, or set HOST and PORT.`),
);
const body = await answer.json();
if (!answer.ok) fail(body.msg ?? `The installation answered ${answer.status}.`);
process.stdout.write(
  `This link sets a new password for ${email}, once, for one hour:\n  ${body.action_link}\n`,
);

function serviceKey() {
  const path = join(DATA_DIR, "service-role-key");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return fail(`Cannot read ${path}: set DATA_DIR to the data folder of the installation.`);
  }
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
