/**
 * The account that a password belongs to, for password managers: a form without a visible field for
 * it has this hidden one. Place it before the password fields.
 */
export function UsernameField({ email }: { email: string | undefined }) {
  if (!email) return null;
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      className="hidden"
    />
  );
}
