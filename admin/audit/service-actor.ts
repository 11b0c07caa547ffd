/** Who acts in the trail when a program of the operator does, with the service key: no person has this id. */
export const SERVICE_ACTOR = "00000000-0000-4000-8000-000000000000";
export const SERVICE_ACTOR_NAME = "service key";
