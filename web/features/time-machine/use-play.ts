/**
 * Plays a period at a number of days per frame. With reduced motion, nothing is animated: each
 * click jumps to the next key day and, after the last one, to the end.
 */
import { useCallback, useEffect, useRef, useState } from "react";

export const SPEEDS = ["slow", "day", "week"] as const;
export type Speed = (typeof SPEEDS)[number];

const DAYS_A_FRAME: Readonly<Record<Speed, number>> = { slow: 0.1, day: 1, week: 7 };

export interface Play {
  /** Number of days played so far, or the full length if playback has not started. */
  readonly day: number;
  readonly isPlaying: boolean;
  readonly toggle: () => void;
}

/** `of` identifies the terms and the start. Playback ends when it changes. */
export function usePlay(of: string, stops: readonly number[], length: number, speed: Speed): Play {
  const [played, setPlayed] = useState<{ of: string; day: number; isPlaying: boolean }>();
  const now = played?.of === of ? played : undefined;
  const isPlaying = now?.isPlaying === true;
  useEffect(() => {
    if (!isPlaying) return undefined;
    let frame = requestAnimationFrame(function step() {
      setPlayed((last) => {
        if (last === undefined || !last.isPlaying) return last;
        const day = last.day + DAYS_A_FRAME[speed];
        return day >= length ? undefined : { ...last, day };
      });
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, length]);
  // Read only on click, so that `toggle` does not change while the user drags the start.
  const latest = useRef({ of, stops });
  useEffect(() => {
    latest.current = { of, stops };
  }, [of, stops]);
  const toggle = useCallback(() => {
    const { of: begins, stops: ahead } = latest.current;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setPlayed((last) => {
      const begun = last?.of === begins ? last : { of: begins, day: 0, isPlaying: false };
      if (!isStill) return { ...begun, isPlaying: !begun.isPlaying };
      const next = ahead.find((stop) => stop > begun.day);
      return next === undefined ? undefined : { ...begun, day: next };
    });
  }, []);
  return { day: now === undefined ? length : Math.floor(now.day), isPlaying, toggle };
}
