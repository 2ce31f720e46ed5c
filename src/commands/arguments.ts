import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError } from "./command-error.ts";

/**
 * Parses a command's arguments by the options that it knows.
 * @param command the whole command, such as `tapgraph registry import`.
 * @throws CommandError if they do not fit.
 */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  argv: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, option] = /^Option '(--[^']+)' argument is ambiguous/.exec(message) ?? [];
    // The first sentence says what is wrong. The rest is advice that does not fit every option.
    const problem = option === undefined ? message.split(". ")[0] : `${option} requires a value`;
    throw new CommandError(`${command}: ${problem}`);
  }
}

/**
 * @param option the command and its option, such as `tapgraph registry: --fail`.
 * @throws CommandError unless it is a whole number, 1 or greater.
 */
export function parseWhole(option: string, text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number >= 1) return number;
  throw new CommandError(`${option} takes a whole number, 1 or greater`);
}

/**
 * @param option the command and its option, such as `tapgraph registry: --fail`.
 * @throws CommandError unless it is a number within the bounds.
 */
export function parseNumber(
  option: string,
  text: string,
  [min, max]: readonly [number, number],
): number {
  const number = /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new CommandError(`${option} takes a number from ${min} to ${max}`);
}

export function parseProject(command: string, text: string | undefined): number {
  if (text === undefined) throw new CommandError(`${command}: --project N is required`);
  return parseWhole(`${command}: --project`, text);
}
