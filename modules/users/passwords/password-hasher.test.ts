import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { silentLog } from "#platform";
import { createPasswordHasher, HasherBusy } from "./password-hasher.ts";

const LIMITS = { hashesAtOnceMax: 1, hashesWaitingMax: 4, log: silentLog };

test("the hasher verifies its own hashes and normalises Unicode", async () => {
  const hasher = await createPasswordHasher(LIMITS);
  const hash = await hasher.hash("one", "Zo\u00eb's password");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify("one", hash, "Zoe\u0308's password")).toBe(true);
  expect(await hasher.verify("one", hash, "Zoe's password")).toBe(false);
  expect(await hasher.verify("one", null, "")).toBe(false);
});

test("requests are served in order of arrival", async () => {
  const hasher = await createPasswordHasher(LIMITS);
  const served: number[] = [];
  const ask = async (place: number) => {
    await hasher.hash("one", "a password");
    served.push(place);
  };
  await Promise.all([0, 1, 2, 3, 4].map(ask));
  expect(served).toEqual([0, 1, 2, 3, 4]);
});

test("a request is refused while the queue is full", async () => {
  const hasher = await createPasswordHasher(LIMITS);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => hasher.hash("one", "a password")),
  );
  const refused = results.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  expect(refused).toHaveLength(3);
  for (const reason of refused) expect(reason).toBeInstanceOf(HasherBusy);
});

test.runIf(process.platform === "linux")(
  "only the hasher's threads have a lower priority",
  async () => {
    const before = threadsThatGiveWay();
    await createPasswordHasher(LIMITS);
    expect(threadsThatGiveWay()).toBe(before + 1);
  },
);

/**
 * Returns the number of threads with a lower priority. According to proc_pid_stat(5), nice is field
 * 19. The process name, an earlier field, may contain spaces, so fields are counted from its
 * closing bracket.
 */
function threadsThatGiveWay(): number {
  const nices = readdirSync("/proc/self/task").map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
  return nices.filter((nice) => nice === Math.min(getPriority() + 10, 19)).length;
}
