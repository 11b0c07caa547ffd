import { expect, test } from "vitest";
import { talk, type Message } from "../testing/talk.ts";
import { createRig } from "./rig.ts";

const TRIES_MAX = 2_000;

test("the rig's shares are accepted like those of any other miner", () => {
  const pool = talk({ names: ["_house"] });
  const answers: Message[] = [];
  const sent: string[] = [];
  const rig = createRig("token", (line) => void sent.push(line));
  const exchange = (): void => {
    for (const line of sent.splice(0))
      for (const answer of pool.line(line)) {
        answers.push(answer);
        // Send the response in two chunks, because TCP does not preserve message boundaries.
        const text = `${JSON.stringify(answer)}\n`;
        rig.receive(text.slice(0, 7));
        rig.receive(text.slice(7));
      }
  };
  rig.begin();
  exchange();
  expect(pool.session().vardiff).toMatchObject({ micros: 20, isFixed: true });
  const shares = () => pool.effects.filter(({ kind }) => kind === "share").length;
  for (let tries = 0; shares() < 3 && tries < TRIES_MAX; tries += 1) {
    rig.work(5);
    exchange();
  }
  expect(shares()).toBeGreaterThanOrEqual(3);
  expect(answers.filter(({ error }) => error)).toEqual([]);
});
