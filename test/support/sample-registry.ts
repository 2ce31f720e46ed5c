export { startSampleRegistry } from "./real-registry.ts";
