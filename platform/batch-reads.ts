/**
 * Batched reads: what requests of the same turn of the event loop read of the same kind is read by
 * one statement, since a statement's own cost, at both ends, is most of a small read's. No timer
 * and no memory: each statement is sent after all that it answers was asked for, so nobody is told
 * what is older than their question.
 */
import type { Queryable } from "./database/database.ts";
import { Outage } from "./errors/refusal.ts";

/** Those beyond have a statement of their own, at the same time. */
const BATCH_MAX = 64;

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** What asks for one. Of what is asked inside a transaction only its own questions are joined. */
export type BatchedRead<Input, Output> = (queryable: Queryable, input: Input) => Promise<Output>;

/**
 * `read` answers many in one statement, in their order; the same input may be there twice. An
 * Outage is told to all of a batch, as it would have been to each. After any other error each is
 * read alone, so that one never decides about another.
 */
export function batchReads<Input, Output>(
  read: (queryable: Queryable, inputs: readonly Input[]) => Promise<readonly Output[]>,
): BatchedRead<Input, Output> {
  type Batch = Waiting<Input, Output>[];
  const waiting = new WeakMap<Queryable, Batch>();

  const readAlone = async (queryable: Queryable, input: Input): Promise<Output> => {
    const [output] = await readAll(queryable, [input]);
    return output as Output;
  };
  const readAll = async (
    queryable: Queryable,
    inputs: readonly Input[],
  ): Promise<readonly Output[]> => {
    const outputs = await read(queryable, inputs);
    if (outputs.length !== inputs.length)
      throw new Error(`${outputs.length} answers to ${inputs.length} questions`);
    return outputs;
  };
  const send = async (queryable: Queryable, batch: Batch): Promise<void> => {
    const inputs = batch.map(({ input }) => input);
    try {
      const outputs = await readAll(queryable, inputs);
      batch.forEach(({ resolve }, place) => resolve(outputs[place] as Output));
    } catch (error) {
      if (batch.length === 1 || error instanceof Outage)
        for (const { reject } of batch) reject(error);
      else
        for (const { input, resolve, reject } of batch)
          readAlone(queryable, input).then(resolve, reject);
    }
  };

  return (queryable, input) =>
    new Promise((resolve, reject) => {
      let batch = waiting.get(queryable);
      if (!batch) {
        const opened: Batch = [];
        batch = opened;
        waiting.set(queryable, opened);
        // After all that came from sockets in this turn.
        setImmediate(() => {
          if (waiting.get(queryable) === opened) waiting.delete(queryable);
          void send(queryable, opened);
        });
      }
      batch.push({ input, resolve, reject });
      if (batch.length === BATCH_MAX) waiting.delete(queryable);
    });
}

/**
 * Of a statement that gives one row to some of its inputs: by `place`, from 1, as ordinality has.
 */
export function rowsByPlace<Row extends { readonly place: number }>(
  inputs: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return inputs.map((_, index) => byPlace.get(index + 1));
}

/** The same where it gives any number of them, in the statement's order. */
export function listsByPlace<Row extends { readonly place: number }>(
  inputs: readonly unknown[],
  rows: readonly Row[],
): Row[][] {
  const lists: Row[][] = inputs.map(() => []);
  for (const row of rows) lists[row.place - 1]?.push(row);
  return lists;
}
