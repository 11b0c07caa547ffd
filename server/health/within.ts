/** An answer that never comes must not hold up whoever asks how the floor is: a look that takes too long has failed. */
const LOOK_MS_MAX = 5_000;

/** Rejects after five seconds; what was begun ends by itself. */
export async function within<Answer>(work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer in ${LOOK_MS_MAX / 1_000} s`)),
      LOOK_MS_MAX,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
