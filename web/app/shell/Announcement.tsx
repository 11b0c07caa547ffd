/**
 * The administrators' announcement to all users, below the practice strip. Users can close it. The
 * next announcement is shown even if its text is the same.
 */
import { useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { frameTexts as texts } from "./strings.ts";
import { AnnouncementLine } from "../../ui/layout/AnnouncementLine.tsx";

const CLOSED_KEY = "closed-announcement";

export function Announcement(props: { id: string; text: string; severity: "info" | "warning" }) {
  const [closed, setClosed] = useState(closedId);
  if (closed === props.id) return null;
  const close = () => {
    setClosed(props.id);
    keepClosed(props.id);
  };
  return (
    <AnnouncementLine {...props}>
      <Button size="small" variant="quiet" className="max-md:min-h-11" onClick={close}>
        {texts.close}
      </Button>
    </AnnouncementLine>
  );
}

function closedId(): string | null {
  try {
    return localStorage.getItem(CLOSED_KEY);
  } catch {
    return null;
  }
}

function keepClosed(id: string): void {
  try {
    localStorage.setItem(CLOSED_KEY, id);
  } catch {
    // Storage is unavailable, so the next page shows the announcement again.
  }
}
