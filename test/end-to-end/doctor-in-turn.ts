import { createInterface } from "node:readline";
import { runDoctor } from "../../src/commands/client/doctor.ts";
import { parseSettings } from "../../src/settings.ts";

// Runs the doctor for one registry after the other, each described by a line of standard input, and prints a line after each.
process.stdout.setMaxListeners(0);
for await (const line of createInterface(process.stdin)) {
  const { settings, argv } = JSON.parse(line);
  await runDoctor(parseSettings(settings), argv);
  process.stdout.write("\nTHE NEXT\n");
}
