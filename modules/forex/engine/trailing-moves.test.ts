import { expect, test } from "vitest";
import { noteMove, takeMoves, type Moves } from "./trailing-moves.ts";

test("a trailing stop is stored with its price at the saved tick", () => {
  const moves: Moves = new Map();
  noteMove(moves, "a", { timeMs: 200, price: 10 }, true);
  noteMove(moves, "a", { timeMs: 400, price: 20 }, true);
  noteMove(moves, "a", { timeMs: 600, price: 30 }, false);
  noteMove(moves, "b", { timeMs: 600, price: 7 }, false);
  expect(takeMoves(moves, 200)).toEqual([{ id: "a", price: 10 }]);
  expect(takeMoves(moves, 400)).toEqual([{ id: "a", price: 20 }]);
  expect(takeMoves(moves, 600)).toEqual([
    { id: "a", price: 30 },
    { id: "b", price: 7 },
  ]);
  expect(moves.size).toBe(0);
});
