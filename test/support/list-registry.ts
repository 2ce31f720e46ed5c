export type { PlainRecord } from "./project.ts";
