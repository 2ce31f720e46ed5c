import type { AdditionalData } from "../record.ts";
import type { Building } from "./buildings.ts";
import type { Random } from "./random.ts";
import { conditions, mountings } from "./structures.ts";

export interface SampleProject {
  readonly projectId: number;
  readonly buildings: readonly [Building, ...Building[]];
  readonly terminalIds: readonly [number, ...number[]];
}

/** An address on a host that cannot exist (RFC 2606). */
const imageHost = "https://images.registry.example";

export type TagRecord = ReturnType<typeof createTag>;

export type TerminalRecord = ReturnType<typeof createTerminal>;

/**
 * Creates a tag of the project. The rules of imports check it.
 *
 * All records draw from one stream, so one more draw changes all later ones, and the examples in
 * the documentation. A new field takes its value from the record's id instead, as
 * `dateOfInspection` does.
 * @param addedWhen in seconds since 1970.
 */
export function createTag(random: Random, project: SampleProject, addedWhen: number) {
  const id = createUid(random);
  const site = random.pick(project.buildings);
  const spot = random.pick(site.kind.spots);
  const floor = random.integer(0, site.floors - 1);
  const room = `${floor}.${String(random.integer(1, 48)).padStart(2, "0")}`;
  return {
    id,
    type: "NFC",
    name: `${spot} ${site.code}-${room}`,
    project_id: project.projectId,
    description: `${spot}, ${site.name}`,
    is_active: random.chance(0.94),
    added_when: addedWhen,
    last_update: addedWhen + random.integer(0, 90 * 86_400),
    additional_data: createTagData(random, project, {
      id,
      site,
      location: `${spot} ${room}`,
      floor,
    }),
  };
}

/** Most records follow the structure. Some do not, because clients have to cope with both. */
function createTagData(
  random: Random,
  project: SampleProject,
  tag: {
    readonly id: string;
    readonly site: Building;
    readonly location: string;
    readonly floor: number;
  },
): AdditionalData {
  if (random.chance(0.03)) return null;
  const terminalId = random.pick(project.terminalIds);
  const fields: Record<string, unknown> = {
    site: tag.site.name,
    site_kind: tag.site.kind.name,
    location: tag.location,
    floor: random.chance(0.04) ? null : tag.floor,
    condition: random.chance(0.8) ? "good" : random.pick(conditions),
  };
  if (random.chance(0.9)) fields["inspection_interval_days"] = random.pick([30, 90, 180, 365]);
  const inspection = dateOfInspection(tag.id);
  if (inspection !== null) fields["next_check"] = inspection;
  if (random.chance(0.85)) {
    // Some clients write numbers as strings.
    fields["terminal_id"] = random.chance(0.1) ? String(terminalId) : terminalId;
  }
  if (random.chance(0.25)) fields["notes"] = random.pick(tagNotes);
  if (random.chance(0.4)) fields["photo"] = `${imageHost}/tags/${tag.id}.jpg`;
  if (random.chance(0.04)) fields["legacy_number"] = `A-${random.integer(1000, 9999)}`;
  return fields;
}

const firstInspection = 1_782_864_000_000;

/**
 * When a tag is due for inspection, in the next two and a half years; null for three tags in ten.
 * Some clients write a time of day, too.
 */
function dateOfInspection(id: string): string | null {
  const number = Number.parseInt(id.slice(-6), 16);
  if (number % 10 > 6) return null;
  const date = new Date(firstInspection + (number % 900) * 86_400_000);
  const [day = ""] = date.toISOString().split("T");
  return number % 16 === 0 ? `${day} 08:00` : day;
}

const tagNotes = [
  "Behind the panel on the left.",
  "Replaced after the storm;\nthe old one is in the workshop.",
  "Hard to reach: bring the ladder.",
  "Shared with the cleaning crew. Scan twice: before and after.",
  'Labelled "B" on the plans.',
] as const;

export function createTerminal(
  random: Random,
  project: SampleProject,
  terminal: { readonly id: number; readonly addedWhen: number; readonly homeTag: string },
) {
  const site = random.pick(project.buildings);
  const [nickname, model, platform, versions] = random.pick(devices);
  const canInsert = random.chance(0.6);
  return {
    id: terminal.id,
    // A reader has no modem.
    imei: platform === "Linux" ? "" : createImei(random),
    uuid: createUuid(random),
    name: `${site.code} ${nickname} ${terminal.id % 1000}`,
    description: `${model} at ${site.name}`,
    is_active: random.chance(0.9),
    added_when: terminal.addedWhen,
    last_update: terminal.addedWhen + random.integer(0, 300 * 86_400),
    can_insert_chip: canInsert,
    can_change_chip: canInsert && random.chance(0.3),
    project_id: project.projectId,
    platform,
    platform_version: random.pick(versions),
    model,
    form_identifier: random.pick(["inspection", "cleaning-round", "asset-check"]),
    additional_data: createTerminalData(random, site, terminal),
  };
}

function createTerminalData(
  random: Random,
  site: Building,
  { id, homeTag }: { readonly id: number; readonly homeTag: string },
): AdditionalData {
  if (random.chance(0.05)) return null;
  return {
    home_site: site.name,
    mounting: random.pick(mountings),
    home_tag: homeTag,
    assigned_to: random.chance(0.15) ? null : random.pick(people),
    battery_percent: random.integer(4, 100),
    ...(random.chance(0.2) && { notes: "Screen protector due." }),
    ...(random.chance(0.3) && { photo: `${imageHost}/terminals/${id}.jpg` }),
  };
}

/** Nickname, model, platform and its versions. */
type Device = readonly [string, string, string, readonly [string, ...string[]]];

const devices: readonly [Device, ...Device[]] = [
  ["handheld", "Samsung Galaxy XCover7", "Android", ["14", "15"]],
  ["scanner", "Zebra TC58", "Android", ["13", "14"]],
  ["phone", "Google Pixel 8a", "Android", ["15", "16"]],
  ["phone", "Apple iPhone SE", "iOS", ["17.7", "18.5"]],
  ["reader", "ACS WalletMate II", "Linux", ["6.6", "6.12"]],
];

const people = [
  "Amara Okafor",
  "Jonas Lindqvist",
  "Priya Raman",
  "Tomasz Wójcik",
  "Sofía Herrera",
  "Night shift",
] as const;

/**
 * Creates a UID of seven bytes, like NXP's: the first is 04, and the fourth is not the cascade tag
 * 88 (ISO 14443-3).
 */
function createUid(random: Random): string {
  const fourth = random.pick(["2A", "3C", "5E", "6B", "72", "91", "A7", "C4", "D9", "F0"]);
  return `04${random.hex(4)}${fourth}${random.hex(6)}`.toUpperCase();
}

/**
 * Creates an IMEI in the range of test equipment: fifteen digits, the last of which is Luhn's check
 * digit.
 */
function createImei(random: Random): string {
  const digits = `00499901${String(random.integer(0, 999_999)).padStart(6, "0")}`;
  return digits + computeCheckDigit(digits);
}

function computeCheckDigit(digits: string): number {
  let sum = 0;
  for (const [index, text] of [...digits].entries()) {
    const weighted = Number(text) * (index % 2 === 0 ? 1 : 2);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return (10 - (sum % 10)) % 10;
}

function createUuid(random: Random): string {
  const hex = random.hex(32);
  const variant = random.pick(["8", "9", "a", "b"]);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
