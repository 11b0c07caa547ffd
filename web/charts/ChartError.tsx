/**
 * Keeps a page whole when the file of its chart cannot be loaded: the table still tells everything.
 */
import { Component, type ReactNode } from "react";
import { Note } from "../ui/Note.tsx";

export class ChartError extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Note kind="bad">
        <strong>The chart could not be loaded.</strong> The table beside it shows the same figures.
        Reload the page to try again.
      </Note>
    );
  }
}
