/** Whether the store is used. `used`: commands are sent. `paused`: it does not answer in time. `lost`: there is no connection. */
export type ClientState = "used" | "paused" | "lost";

/** Every state, for metrics. */
export const clientStates: readonly ClientState[] = ["used", "paused", "lost"];
