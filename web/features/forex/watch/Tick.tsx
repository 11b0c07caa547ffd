/** Shines when its price changes, and fades. */
import { useEffect, useRef, type ReactNode } from "react";

const SHINE: Keyframe[] = [{ opacity: 1 }, { opacity: 0 }];
const TIMING = { duration: 240, easing: "cubic-bezier(0.2, 0, 0, 1)" } as const;

export function Tick({ at, children }: { at: number | undefined; children: ReactNode }) {
  const light = useRef<HTMLElement>(null);
  const shown = useRef(at);
  const shine = useRef<Animation>(undefined);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // Begun anew by itself: by a class or another element the whole row would be laid out anew.
    if (shine.current === undefined) shine.current = light.current?.animate(SHINE, TIMING);
    else {
      shine.current.currentTime = 0;
      shine.current.play();
    }
  }, [at]);
  return (
    <span className="tick">
      <i ref={light} aria-hidden />
      {children}
    </span>
  );
}
