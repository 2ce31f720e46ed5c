import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import {
  linksOf,
  noOwnFields,
  type OwnFields,
  OwnFieldsError,
  parseOwnFields,
} from "../gateway/resolvers/own-fields/own-fields.ts";
import type { LinkSetting } from "../setting-parsers.ts";
import type { Settings } from "../settings.ts";
import { CommandError } from "./command-error.ts";

/**
 * Reads the file that `OWN_FIELDS` names.
 * @param otherwise SDL that counts if the setting names none. @default no own fields
 * @throws CommandError with one line if the file cannot be used.
 */
export function readOwnFields(
  { OWN_FIELDS: file }: Pick<Settings, "OWN_FIELDS">,
  otherwise: string | null = null,
): OwnFields {
  if (file !== undefined) return readOwnFieldsFile(file, "OWN_FIELDS");
  return otherwise === null ? noOwnFields : parse(otherwise, "the own fields", "OWN_FIELDS");
}

/**
 * @param label what messages begin with.
 * @throws CommandError with one line if the file cannot be used.
 */
export function readOwnFieldsFile(file: string, label: string): OwnFields {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new CommandError(`${label}: ${file} cannot be read`);
  }
  if (!isUtf8(bytes)) throw new CommandError(`${label}: ${file} is not UTF-8`);
  return parse(bytes.toString(), file, label);
}

function parse(text: string, name: string, label: string): OwnFields {
  try {
    return parseOwnFields(text, name);
  } catch (error) {
    if (error instanceof OwnFieldsError) throw new CommandError(`${label}: ${error.message}`);
    throw error;
  }
}

/**
 * The links of `ADDITIONAL_DATA_LINKS`, and those of own fields.
 * @throws CommandError if both have an identifier, with different targets.
 */
export function mergeLinks(
  links: readonly LinkSetting[],
  ownFields: OwnFields,
): readonly LinkSetting[] {
  const merged = [...links];
  for (const { name, ...link } of linksOf(ownFields)) {
    const { subject, identifier, target } = link;
    const given = merged.findLast(
      (one) => one.subject === subject && one.identifier === identifier,
    );
    if (given === undefined) merged.push(link);
    else if (given.target !== target) {
      throw new CommandError(
        `OWN_FIELDS: ${name} names ${target}, but ADDITIONAL_DATA_LINKS has ${subject}.${identifier}=${given.target}; expected the same target`,
      );
    }
  }
  return merged;
}
