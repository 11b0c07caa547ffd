/**
 * Shows one identity check dialog at a time. Requests that are refused while the dialog is open
 * wait for it. The dialog itself is in step-up/.
 */
import { createDeferred } from "../../data/api/deferred.ts";
import { ApiError } from "../../data/api/api-error.ts";

/** Error of a request if the user closed the identity check dialog. */
const UNPROVEN = {
  title: "Nothing Changed",
  text: "You closed the security check. Nothing was changed.",
} as const;

interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (isProven: boolean) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

/**
 * Resolves after a successful identity check. Throws ApiError if the user closed the dialog. The
 * caller must then change nothing.
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
