/**
 * The text of an announcement, as shown on every page and in the preview. Always plain text without
 * links or markup.
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export function AnnouncementLine(props: {
  text: string;
  severity: "info" | "warning";
  children?: ReactNode;
}) {
  const isWarning = props.severity === "warning";
  return (
    <section
      aria-label="Announcement"
      className={clsx(
        "flex items-center gap-3 border-b border-l-4 border-b-line bg-raised py-1.5 pr-2 pl-3 text-sm",
        isWarning ? "border-l-down" : "border-l-accent-line",
      )}
    >
      <p className="min-w-0 flex-1 break-words">
        <strong className={clsx("font-semibold", isWarning && "text-down")}>
          {isWarning ? "Warning" : "Notice"}:
        </strong>{" "}
        {props.text}
      </p>
      {props.children}
    </section>
  );
}
