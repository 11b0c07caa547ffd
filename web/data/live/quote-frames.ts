/**
 * The live prices of the stream: asked for while some page listens, told off when the last one
 * leaves. The page that listens reads the frames itself, so that no other page loads what that
 * takes.
 */
type Hear = (frame: ArrayBuffer) => void;

const listeners = new Set<Hear>();
let onWanted: ((isWanted: boolean) => void) | undefined;

/** From now on each frame is handed over. Returns the way to stop. */
export function listenToQuotes(hear: Hear): () => void {
  listeners.add(hear);
  if (listeners.size === 1) onWanted?.(true);
  return () => {
    if (listeners.delete(hear) && listeners.size === 0) onWanted?.(false);
  };
}

/** What the open stream has to know of those who listen. */
export const quoteFrames = {
  isWanted: () => listeners.size > 0,
  hear(frame: ArrayBuffer) {
    for (const hear of listeners) hear(frame);
  },
  /** One stream at a time is told. Returns the way to stop. */
  follow(tell: (isWanted: boolean) => void): () => void {
    onWanted = tell;
    return () => {
      if (onWanted === tell) onWanted = undefined;
    };
  },
};

export type QuoteFrames = typeof quoteFrames;
