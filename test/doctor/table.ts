/*
 * Prints what the doctor says about each misbehaving registry, as a table:
 * node --import ./src/preload.js test/doctor/table.ts
 */

import { createProject } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";
import { misbehaviours } from "./misbehaviours.ts";

const signs = { ok: "✓", warning: "!", error: "✗" } as const;

console.log("| what is wrong | what the doctor says | calls |\n|---|---|---|");
for (const [name, { project = createProject(), misbehave, says }] of Object.entries(
  misbehaviours,
)) {
  await using registry = await startScriptedRegistry(project, { misbehave });
  const { findings, settings, calls } = await examine(registry);
  const rows = findings
    .filter(({ id, status }) => id in says || status !== "ok")
    .map(({ status, detail, hint }) => `${signs[status]} ${detail}${hint ? ` → ${hint}` : ""}`);
  const { REGISTRY_URL: _, ADDITIONAL_DATA_LINKS: __, ...others } = settings;
  const lines = Object.entries(others).map((entry) => `\`${entry.join("=")}\``);
  console.log(
    `| ${name} | ${[...rows, ...lines].join("<br>").replaceAll("|", "\\|")} | ${calls} |`,
  );
}
