/**
 * The live prices of the stream: asked for while some page listens, told off when the last one
 * leaves. The page that listens reads the frames itself, so that no other page loads what that
 * takes.
 */
type Receive = (frame: ArrayBuffer) => void;

const listeners = new Set<Receive>();
let onWanted: ((isWanted: boolean) => void) | undefined;

/** From now on each frame is handed over. Returns the way to stop. */
export function listenToQuotes(receive: Receive): () => void {
  listeners.add(receive);
  if (listeners.size === 1) onWanted?.(true);
  return () => {
    if (listeners.delete(receive) && listeners.size === 0) onWanted?.(false);
  };
}

/** What the open stream has to know of those who listen. */
export const quoteFrames = {
  isWanted: () => listeners.size > 0,
  receive(frame: ArrayBuffer) {
    for (const receive of listeners) receive(frame);
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
