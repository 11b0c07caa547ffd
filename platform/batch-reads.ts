/**
 * Batches reads. Reads of the same kind that are requested in one turn of the event loop share one
 * SQL statement, because most of the cost of a small read is the fixed cost of its statement. No
 * timer or cache is involved: a statement is sent only after its reads were requested, so no caller
 * receives data older than its request.
 */
import type { Queryable } from "./database/database.ts";
import { Outage } from "./errors/refusal.ts";

/**
 * Maximum number of reads per statement. A larger batch is split into statements that run
 * concurrently.
 */
const BATCH_MAX = 64;

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A batched read. Reads inside a transaction are batched only with other reads of that transaction.
 */
export type BatchedRead<Input, Output> = (queryable: Queryable, input: Input) => Promise<Output>;

/**
 * Returns a batched read. `read` looks up many inputs with one SQL statement and returns the
 * results in the order of the inputs. An input may occur more than once. An Outage rejects every
 * caller of the batch. After any other error each input is read separately, so that a bad input
 * fails only its own caller.
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
        // Runs after the event loop has read all sockets of this turn.
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
 * Indexes rows by `place`, which starts at 1 as in SQL's ordinality. Use this function for SQL
 * statements that return at most one row per input.
 */
export function rowsByPlace<Row extends { readonly place: number }>(
  inputs: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return inputs.map((_, index) => byPlace.get(index + 1));
}

/**
 * Groups rows by `place` and preserves their order. Use this function for SQL statements that
 * return any number of rows per input.
 */
export function listsByPlace<Row extends { readonly place: number }>(
  inputs: readonly unknown[],
  rows: readonly Row[],
): Row[][] {
  const lists: Row[][] = inputs.map(() => []);
  for (const row of rows) lists[row.place - 1]?.push(row);
  return lists;
}
