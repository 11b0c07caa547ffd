/**
 * Tests that NATS disconnects a process that does not read its messages, and that the process
 * detects the disconnection.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { findNatsServer, startNats } from "../../test/support/servers/nats-server.ts";
import type { Outcome } from "../../test/trials/scale/bus-process.ts";
import { connectNats } from "./connect-nats.ts";
import { natsAddress } from "./nats-address.ts";

const db = fileDatabase({ empty: true });
const PROGRAM = new URL("../../test/trials/scale/bus-process.ts", import.meta.url);

test.runIf(findNatsServer() !== undefined)(
  "a process that was paused and flooded receives `missed` after it resumes",
  async () => {
    const nats = await startNats("max_payload: 65536\nmax_pending: 200000\nwrite_deadline: 100ms");
    const env = { ...process.env, DATABASE_URL: db.url, NATS_URL: nats.url };
    const stranger = await connectNats(natsAddress("NATS_URL", nats.url), 5_000);
    const beat = new Promise<string>((resolve) =>
      stranger.subscribe("hashfloor.>", { callback: (_error, { subject }) => resolve(subject) }),
    );
    const slow = fork(PROGRAM, { env });
    try {
      await once(slow, "message");
      const subject = await beat;
      const answer = once(slow, "message");
      slow.send({ perSecond: 0, seconds: 2 });
      slow.kill("SIGSTOP");
      for (let round = 0; round < 300; round += 1) {
        stranger.publish(subject, "x".repeat(60_000));
        await stranger.flush();
      }
      slow.kill("SIGCONT");
      const [{ missed }] = (await answer) as [Outcome];
      expect(missed).toBeGreaterThan(0);
    } finally {
      await stranger.close();
      slow.kill("SIGKILL");
      await once(slow, "exit");
      await nats.stop();
    }
  },
);
