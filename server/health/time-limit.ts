/**
 * Limits the time of health checks. A check that exceeds the limit has failed and does not delay
 * the report.
 */
const CHECK_MS_MAX = 5_000;

/** Rejects if `work` takes longer than the limit. The work itself continues in the background. */
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
