/** Whether the cache server is used. `used`: it is sent commands. `paused`: it does not answer in time. `lost`: it is not connected. */
export type ClientState = "used" | "paused" | "lost";

export const clientStates: readonly ClientState[] = ["used", "paused", "lost"];
