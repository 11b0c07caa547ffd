/**
 * Kills one process of a running installation with SIGKILL, and repeats requests as a browser
 * would, for scenario tests.
 */
import { ApiFailure, eventually, signIn, type Person } from "../people/person.ts";
import { childOf, type ChildKind } from "./processes.ts";
import { startServerIn, type RunningServer } from "./server.ts";

export type Victim = "server" | ChildKind;

export interface Installation {
  server: RunningServer;
  person: Person;
}

/**
 * Kills the process. If it was the server, starts the server again and signs its user in again. All
 * other processes restart automatically.
 */
export async function strike(installation: Installation, victim: Victim): Promise<void> {
  const { server } = installation;
  if (victim !== "server") {
    // The process may still be restarting after the previous kill.
    const pid = await eventually(
      "the child is back",
      async () => childOf(server.pid, victim),
      () => true,
    );
    process.kill(pid, "SIGKILL");
    return;
  }
  await server.kill();
  installation.server = await startServerIn(server.dataDir);
  const { email, password } = installation.person;
  installation.person = await signIn(installation.server.url, email, password);
}

/**
 * Repeats the same request with the same idempotency key until the server responds, as a browser
 * does.
 */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return eventually(
    "an answer",
    async () => {
      try {
        return { answer: await ask() };
      } catch (error) {
        if (
          error instanceof ApiFailure &&
          error.problem.status < 500 &&
          error.problem.status !== 409
        )
          throw error;
        return undefined;
      }
    },
    (result) => result !== undefined,
  ).then((result) => {
    if (!result) throw new Error("no answer");
    return result.answer;
  });
}
