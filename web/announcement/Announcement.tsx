/**
 * What administrators announce to everybody, under the practice strip. It can be closed; another
 * text shows again.
 */
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { AnnouncementLine } from "./AnnouncementLine.tsx";

const CLOSED_KEY = "closed-announcement";

export function Announcement(props: { text: string; severity: "info" | "warning" }) {
  const [closed, setClosed] = useState(closedText);
  if (closed === props.text) return null;
  const close = () => {
    setClosed(props.text);
    keepClosed(props.text);
  };
  return (
    <AnnouncementLine {...props}>
      <Button size="small" variant="quiet" className="max-md:min-h-11" onClick={close}>
        Close
      </Button>
    </AnnouncementLine>
  );
}

function closedText(): string | null {
  try {
    return localStorage.getItem(CLOSED_KEY);
  } catch {
    return null;
  }
}

function keepClosed(text: string): void {
  try {
    localStorage.setItem(CLOSED_KEY, text);
  } catch {
    // Storage refused: it shows again with the next page.
  }
}
