/**
 * Reports that a part of the app could not be loaded. A failed script stays failed until the page
 * is reloaded.
 */
import { toast } from "./toast-store.ts";

export function notLoaded(title: string): void {
  toast({
    title,
    description: "Check the connection, then load the page again.",
    variant: "destructive",
    action: { label: "Load again", run: () => location.reload() },
  });
}
