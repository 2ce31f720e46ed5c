/** Whether the store is used. `used`: commands are sent; `paused`: it does not answer in time; `lost`: there is none. */
export type LinkState = "used" | "paused" | "lost";

/** Every state, for metrics. */
export const linkStates: readonly LinkState[] = ["used", "paused", "lost"];
