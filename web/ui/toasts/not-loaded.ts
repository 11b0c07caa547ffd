/**
 * Tells the user that a part of the app could not be loaded. A failed script import keeps failing
 * until the page is reloaded.
 */
import { toast } from "./toast-store.ts";

export function notLoaded(title: string): void {
  toast({
    title,
    description: "Check your connection, then reload the page.",
    variant: "destructive",
    action: { label: "Reload", run: () => location.reload() },
  });
}
