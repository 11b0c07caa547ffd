/**
 * Tests many fast machines behind one IP address. Each machine has its own connection and starts at
 * the initial difficulty.
 */
import { expect, test } from "vitest";
import { handleRequest, tick } from "../stratum/conversation.ts";
import { begun } from "../stratum/send-job.ts";
import { openSession, type Circumstances, type Session, type Step } from "../stratum/session.ts";
import { firstJob, USER_ID } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";
import { networkRates } from "./network-rates.ts";

const HASHES_PER_SECOND = 100e12;
const MICROS_PER_STEP = (HASHES_PER_SECOND / 2 ** 32) * 1e6 * 0.05;
const STEP_MS = 50;
/**
 * Maximum number of shares per machine and step while the machine's difficulty is still too low.
 */
const SHARES_PER_STEP = 10;
const EVERY_HASH = Buffer.alloc(32, 0xff);
const worker = { user: "ann", worker: "rig", userId: USER_ID };

/** Simulates machines that mine from one IP address, each on its own connection. */
function mine({ machines, seconds }: { machines: number; seconds: number }) {
  const rates = networkRates();
  const job = firstJob();
  const refusedAtMs: number[] = [];
  const farm = Array.from({ length: machines }, (_, place) => createMachine(place));

  function createMachine(place: number) {
    const member = rates.enter("203.0.113.9");
    const extranonce1 = Buffer.from([0, 0, 0, place]);
    const at = (nowMs: number): Circumstances => {
      const shares = member.shares(nowMs);
      return { nowMs, job, isSeen: () => false, refusal: undefined, ...shares };
    };
    let session: Session = {
      ...openSession(extranonce1, NOW_MS),
      isSubscribed: true,
      workers: new Map([["ann.rig", worker]]),
    };
    let [work, nonce] = [0, 0];
    const take = (step: Step, nowMs: number): void => {
      session = step.session;
      if (step.effects.some(({ kind }) => kind === "share")) member.count(nowMs);
      if (step.effects.some(({ kind }) => kind === "rejected")) refusedAtMs.push(nowMs - NOW_MS);
    };
    take(begun(session, at(NOW_MS)), NOW_MS);
    const submit = (id: string | undefined, nowMs: number): void => {
      // Accept every hash, because finding real hashes at this difficulty would require a farm.
      const jobs = session.jobs.map((one) => ({ ...one, target: EVERY_HASH }));
      nonce += 1;
      const nonceHex = nonce.toString(16).padStart(8, "0");
      const timeHex = job.minimumTimeSeconds.toString(16).padStart(8, "0");
      const params = ["ann.rig", id, "0000000000000001", timeHex, nonceHex];
      take(
        handleRequest({ ...session, jobs }, { id: 1, method: "mining.submit", params }, at(nowMs)),
        nowMs,
      );
    };
    return {
      micros: () => session.vardiff.micros,
      step(nowMs: number) {
        if (nowMs % 1_000 === 0) take(tick(session, at(nowMs)), nowMs);
        const sent = session.jobs.at(-1);
        const micros = sent?.micros ?? 1;
        work += MICROS_PER_STEP;
        const shares = Math.floor(work / micros);
        work -= shares * micros;
        for (let count = 0; count < Math.min(shares, SHARES_PER_STEP); count += 1)
          submit(sent?.id, nowMs);
      },
    };
  }

  for (let ms = 0; ms < seconds * 1_000; ms += STEP_MS)
    for (const machine of farm) machine.step(NOW_MS + ms);
  return { refusedAtMs, micros: farm.map((machine) => machine.micros()) };
}

test("ten fast machines behind one address lose no share after the first ten seconds", () => {
  const { refusedAtMs, micros } = mine({ machines: 10, seconds: 60 });
  expect(refusedAtMs.filter((ms) => ms >= 10_000)).toEqual([]);
  const wanted = ((HASHES_PER_SECOND / 2 ** 32) * 1e6) / 0.3;
  for (const one of micros) {
    expect(one / wanted).toBeGreaterThan(0.5);
    expect(one / wanted).toBeLessThan(2);
  }
});
