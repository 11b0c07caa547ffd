/**
 * An answer that never comes must not hold up whoever asks how the installation is: a look that
 * takes too long has failed.
 */
const CHECK_MS_MAX = 5_000;

/** Rejects after that time; what was begun ends by itself. */
export async function withTimeLimit<Answer>(
  work: Promise<Answer>,
  ms = CHECK_MS_MAX,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
