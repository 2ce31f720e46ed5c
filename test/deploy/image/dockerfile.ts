import { readFileSync } from "node:fs";
import {
  DockerfileParser,
  type From,
  type Instruction,
  ModifiableInstruction,
} from "dockerfile-ast";

/** The part of a Dockerfile from one `FROM` to the next. */
export interface Stage {
  /** An image, or the name of an earlier stage. */
  readonly base: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
}

/** One instruction after `FROM`: its keyword in capitals, its flags, and the rest without line continuations. */
export interface Step {
  readonly keyword: string;
  readonly flags: ReadonlyMap<string, string>;
  readonly rest: string;
}

export function readDockerfile(file: string): readonly Stage[] {
  const stages: { base: string; name: string | null; steps: Step[] }[] = [];
  for (const instruction of DockerfileParser.parse(readFileSync(file, "utf8")).getInstructions()) {
    if (instruction.getKeyword() === "FROM") {
      const from = instruction as From;
      stages.push({ base: from.getImage() ?? "", name: from.getBuildStage(), steps: [] });
    } else {
      stages.at(-1)?.steps.push(toStep(instruction));
    }
  }
  return stages;
}

function toStep(instruction: Instruction): Step {
  const rest = (instruction.getRawArgumentsContent() ?? "")
    .replaceAll(/\\\n(\s*#.*\n)*/g, "")
    .trim();
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
  return {
    keyword: instruction.getKeyword(),
    flags: new Map(flags.map((flag) => [flag.getName(), flag.getValue() ?? ""])),
    rest,
  };
}
