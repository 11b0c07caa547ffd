/**
 * Distributes live prices from the stream, which subscribes to prices only while a page listens.
 * Listeners decode the frames themselves, so that other pages do not load the decoder.
 */
type Receive = (frame: ArrayBuffer) => void;

const listeners = new Set<Receive>();
let onWanted: ((isWanted: boolean) => void) | undefined;

/** Calls `receive` for each frame. Returns a function that removes the listener. */
export function listenToQuotes(receive: Receive): () => void {
  listeners.add(receive);
  if (listeners.size === 1) onWanted?.(true);
  return () => {
    if (listeners.delete(receive) && listeners.size === 0) onWanted?.(false);
  };
}

/** Interface between the listeners and the open stream. */
export const quoteFrames = {
  isWanted: () => listeners.size > 0,
  receive(frame: ArrayBuffer) {
    for (const receive of listeners) receive(frame);
  },
  /**
   * Connects the stream to the listeners. Only one stream at a time is supported. Returns a
   * function that disconnects it.
   */
  follow(tell: (isWanted: boolean) => void): () => void {
    onWanted = tell;
    return () => {
      if (onWanted === tell) onWanted = undefined;
    };
  },
};

export type QuoteFrames = typeof quoteFrames;
