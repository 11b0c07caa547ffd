/**
 * Signs up a new user by opening the link in the confirmation e-mail, on an installation that sends
 * real e-mail.
 */
import { eventually, signUp, type Person } from "./person.ts";
import { partOf, type SmtpSink } from "../fakes/smtp-sink.ts";

export async function signUpByMail(url: string, name: string, smtp: SmtpSink): Promise<Person> {
  const person = await signUp(url, name);
  const link = await eventually(
    "the link to confirm the address arrives",
    async () =>
      smtp.mails
        .filter(({ to }) => to.includes(person.email))
        .map((mail) => /http\S+\/confirm#\S+/.exec(partOf(mail, "text/plain"))?.[0])
        .find((href) => href !== undefined),
    (href) => href !== undefined,
  );
  const token_hash = new URLSearchParams(new URL(link ?? "").hash.slice(1)).get("token_hash") ?? "";
  const confirmed = await person.auth.verifyOtp({ token_hash, type: "signup" });
  if (confirmed.error) throw confirmed.error;
  // Tests expect a session whose first factor is the password, so sign in again.
  const { email, password } = person;
  const { error } = await person.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return person;
}
