/**
 * Checks the style of comments and test titles: the rules in CONTRIBUTING.md that a pattern can
 * detect. Comments in SQL migrations are exempt, because applied migrations must not change.
 */
import { expect, test } from "vitest";
import { files, text } from "./sources.ts";

const own = files.filter(
  (file) => /\.(ts|tsx|mjs|cjs|css)$/.test(file) && !file.startsWith("test/architecture/"),
);

interface Comment {
  /** Position in the form `path:line`. */
  readonly at: string;
  readonly text: string;
}

/**
 * Returns the comments on lines of their own: block comments, and consecutive lines that begin with
 * two slashes.
 */
function commentsOf(file: string): Comment[] {
  const pattern =
    /^[ \t]*(?:\{?\/\*+([\s\S]*?)\*\/\}?[ \t]*$|((?:\/\/.*(?:\n[ \t]*(?=\/\/))?)+))/gm;
  const source = text(file);
  return [...source.matchAll(pattern)].map(({ index, 1: block, 2: lines }) => ({
    at: `${file}:${source.slice(0, index).split("\n").length}`,
    text: (block ?? lines ?? "")
      .replaceAll(/^[ \t]*(?:\*|\/\/)/gm, "")
      .replaceAll(/\n\s*\n|\n\s*- /g, ". ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
}

const comments = own.flatMap(commentsOf);

const placesOf = (isWrong: (comment: string) => boolean): string[] =>
  comments
    .filter((comment) => isWrong(comment.text))
    .map((comment) => `${comment.at} ${comment.text}`);

test("the sources contain comments", () => {
  expect(comments.length).toBeGreaterThan(5_000);
});

test("no sentence in a comment begins with a clause", () => {
  const clause = /^(?:What|Who|Whoever|Where|Whether)\b.*[^?]$/;
  expect(placesOf((comment) => comment.split(/(?<=[.!?])\s+/).some((s) => clause.test(s)))).toEqual(
    [],
  );
});

test("a comment opens with a noun or a verb", () => {
  expect(placesOf((comment) => /^(?:Of|By|Beside|Beyond|Among)\b/.test(comment))).toEqual([]);
});

test("comments use no archaic or vague words", () => {
  const words =
    /\b(?:anew|beside|beforehand|for ever|dear|of itself|by itself|in one piece|is for nobody|the words of)\b|\b(?:meanwhile|too)(?=[.;])/i;
  expect(placesOf((comment) => words.test(comment))).toEqual([]);
});

test("a test title has at most 80 characters", () => {
  const title = /\b(?:test|it|describe)(?:\.\w+)*\(\s*"([^"\n]{81,})"/g;
  const tables = /\]\)\(\s*"([^"\n]{81,})"/g;
  const long = own
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...text(file).matchAll(title), ...text(file).matchAll(tables)].map(
        ([, words = ""]) => `${file}: ${words}`,
      ),
    );
  expect(long).toEqual([]);
});
