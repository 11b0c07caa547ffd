/**
 * Describes the routes of the sign-in service in the OpenAPI document: names, callers and
 * summaries. Supabase's own document describes the fields of their request and response bodies.
 */
type Access = keyof typeof SECURITY;

const SECURITY = {
  none: [],
  session: [{ bearer: [] }],
  serviceKey: [{ serviceKey: [] }],
} as const;

type Operation = readonly [operationId: string, access: Access, summary: string];

export const signInOperations: Readonly<Record<string, Operation>> = {
  "GET /auth/v1/health": ["authGetHealth", "none", "Name the sign-in service and its version"],
  "GET /auth/v1/settings": ["authGetSettings", "none", "List the ways to sign in"],
  "GET /auth/v1/.well-known/jwks.json": [
    "authListSigningKeys",
    "none",
    "List the public keys that verify access tokens",
  ],
  "POST /auth/v1/signup": [
    "authSignUp",
    "none",
    "Create an account; a body without an e-mail address creates an anonymous one",
  ],
  "POST /auth/v1/token": [
    "authCreateSession",
    "none",
    "Start or refresh a session; grant_type is password, refresh_token or pkce",
  ],
  "POST /auth/v1/logout": ["authSignOut", "session", "End sessions of the user"],
  "POST /auth/v1/recover": ["authSendRecoveryLink", "none", "Send a link that resets the password"],
  "POST /auth/v1/otp": ["authSendCode", "none", "Send a sign-in link and code"],
  "POST /auth/v1/magiclink": ["authSendMagicLink", "none", "Send a sign-in link"],
  "POST /auth/v1/resend": ["authResendMessage", "none", "Send a confirmation message again"],
  "GET /auth/v1/reauthenticate": [
    "authSendReauthenticationCode",
    "session",
    "Send a code that a change of the password needs",
  ],
  "POST /auth/v1/verify": [
    "authVerifyCode",
    "none",
    "Exchange a code from a message for a session",
  ],
  "GET /auth/v1/verify": ["authFollowLink", "none", "Follow a link from a message"],
  "GET /auth/v1/user": ["authGetUser", "session", "Get the signed-in user"],
  "PUT /auth/v1/user": ["authUpdateUser", "session", "Change the signed-in user"],
  "POST /auth/v1/factors": ["authEnrollFactor", "session", "Enroll a second factor"],
  "POST /auth/v1/factors/:factorId/challenge": [
    "authChallengeFactor",
    "session",
    "Start a challenge of a second factor",
  ],
  "POST /auth/v1/factors/:factorId/verify": [
    "authVerifyFactor",
    "session",
    "Answer a challenge of a second factor",
  ],
  "DELETE /auth/v1/factors/:factorId": [
    "authDeleteFactor",
    "session",
    "Remove a second factor of the user",
  ],
  "POST /auth/v1/passkeys/authentication/options": [
    "authStartPasskeySignIn",
    "none",
    "Start a sign-in with a passkey",
  ],
  "POST /auth/v1/passkeys/authentication/verify": [
    "authFinishPasskeySignIn",
    "none",
    "Finish a sign-in with a passkey",
  ],
  "POST /auth/v1/passkeys/registration/options": [
    "authStartPasskeyRegistration",
    "session",
    "Start to register a passkey",
  ],
  "POST /auth/v1/passkeys/registration/verify": [
    "authFinishPasskeyRegistration",
    "session",
    "Finish to register a passkey",
  ],
  "GET /auth/v1/passkeys": ["authListPasskeys", "session", "List the user's passkeys"],
  "PATCH /auth/v1/passkeys/:passkeyId": ["authRenamePasskey", "session", "Rename a passkey"],
  "DELETE /auth/v1/passkeys/:passkeyId": ["authDeletePasskey", "session", "Delete a passkey"],
  "GET /auth/v1/admin/users": ["authListUsers", "serviceKey", "List users"],
  "POST /auth/v1/admin/users": ["authCreateUser", "serviceKey", "Create a user"],
  "GET /auth/v1/admin/users/:userId": ["authGetUserById", "serviceKey", "Get a user"],
  "PUT /auth/v1/admin/users/:userId": ["authUpdateUserById", "serviceKey", "Change a user"],
  "DELETE /auth/v1/admin/users/:userId": ["authDeleteUser", "serviceKey", "Delete a user"],
  "GET /auth/v1/admin/users/:userId/factors": [
    "authListFactorsOfUser",
    "serviceKey",
    "List the second factors of a user",
  ],
  "DELETE /auth/v1/admin/users/:userId/factors/:factorId": [
    "authDeleteFactorOfUser",
    "serviceKey",
    "Remove a second factor of a user",
  ],
  "GET /auth/v1/admin/users/:userId/passkeys": [
    "authListPasskeysOfUser",
    "serviceKey",
    "List the passkeys of a user",
  ],
  "DELETE /auth/v1/admin/users/:userId/passkeys/:passkeyId": [
    "authDeletePasskeyOfUser",
    "serviceKey",
    "Delete a passkey of a user",
  ],
  "POST /auth/v1/admin/generate_link": [
    "authGenerateLink",
    "serviceKey",
    "Create a link for a user without sending it",
  ],
  "POST /auth/v1/admin/signing_keys": [
    "authRotateSigningKey",
    "serviceKey",
    "Rotate the key that signs access tokens",
  ],
  "POST /auth/v1/invite": ["authInviteUser", "serviceKey", "Invite a user by e-mail"],
};

/** Descriptions of the responses that have no body. */
const EMPTY_ANSWERS: Readonly<Record<string, readonly [status: number, description: string]>> = {
  "POST /auth/v1/logout": [204, "The sessions ended"],
  "DELETE /auth/v1/passkeys/:passkeyId": [204, "The passkey is deleted"],
  "DELETE /auth/v1/admin/users/:userId/passkeys/:passkeyId": [204, "The passkey is deleted"],
  "GET /auth/v1/verify": [303, "A redirect to the page that the link names"],
};

const REFUSAL = {
  type: "object",
  properties: {
    code: { type: "integer" },
    error_code: { type: "string" },
    msg: { type: "string" },
  },
};

const REFUSALS = [
  [400, "Invalid request"],
  [401, "No valid session or key"],
  [403, "Not allowed for this caller"],
  [404, "Not found"],
  [422, "Refused by a rule of the service"],
  [429, "Too many requests"],
  ["default", "Any other failure"],
] as const;

/** Returns the description of a sign-in route, or undefined if it is not part of the document. */
export function describeSignIn(methods: readonly string[], url: string) {
  const [method = ""] = methods;
  const name = `${method} ${url}`;
  const operation = methods.length === 1 ? signInOperations[name] : undefined;
  if (!operation) return undefined;
  const [operationId, access, summary] = operation;
  const takesBody = ["POST", "PUT", "PATCH"].includes(method) && !(name in EMPTY_ANSWERS);
  return {
    operationId,
    summary,
    tags: ["auth"],
    security: SECURITY[access],
    externalDocs: { url: "https://supabase.com/docs/reference/api/introduction" },
    params: paramsOf(url),
    ...(takesBody ? { body: { type: "object", additionalProperties: true } } : {}),
    response: {
      ...successOf(name),
      ...Object.fromEntries(
        REFUSALS.map(([status, description]) => [status, { description, ...json(REFUSAL) }]),
      ),
    },
  };
}

function successOf(name: string) {
  const [status, description] = EMPTY_ANSWERS[name] ?? [];
  if (status !== undefined) return { [status]: { description, type: "null" } };
  return {
    200: { description: "Answer", ...json({ type: "object", additionalProperties: true }) },
  };
}

function json(schema: object) {
  return { content: { "application/json": { schema } } };
}

function paramsOf(url: string) {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return { type: "object", properties, required: names };
}
