/** A new person where mail leaves the house: the link of the message opens the account. */
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
  // The first factor of all else that a test does is the password.
  const { email, password } = person;
  const { error } = await person.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return person;
}
