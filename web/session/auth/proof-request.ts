/**
 * One question for a fresh proof at a time, whoever needs it: requests that are refused together
 * wait for the same answer. The dialog that asks is drawn by step-up/.
 */
import { createDeferred } from "../../data/api/deferred.ts";
import { ApiError } from "../../data/api/api-error.ts";

/** The question was closed: the request that waited for it ends so. */
const UNPROVEN = {
  title: "Nothing Changed",
  text: "You closed the security check. Everything is as it was.",
} as const;

interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (isProven: boolean) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

/**
 * Resolves once the person has proved it. Throws ApiError when the dialog was closed, and nothing
 * shall change.
 */
export async function prove(): Promise<void> {
  if (await ask()) return;
  throw new ApiError({ ...UNPROVEN, code: "step_up_cancelled", status: 403 });
}

function ask(): Promise<boolean> {
  if (question) return question.answer;
  const { promise: answer, resolve: settle } = createDeferred<boolean>();
  question = { answer, settle };
  notifyListeners();
  return answer;
}

export function isProofAsked(): boolean {
  return question !== undefined;
}

export function answerProof(isProven: boolean): void {
  const answered = question;
  question = undefined;
  answered?.settle(isProven);
  notifyListeners();
}

export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
