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
 * Creates a tag of the project. The rules of imports check it. Each field draws from a stream of
 * its own, so a new field or draw leaves all others as they are.
 * @param addedWhen in seconds since 1970.
 */
export function createTag(random: Random, project: SampleProject, addedWhen: number) {
  const of = (field: string) => random.of(`tag.${field}`);
  const id = createUid(of("id"));
  const site = of("site").pick(project.buildings);
  const spot = of("spot").pick(site.kind.spots);
  const floor = of("floor").integer(0, site.floors - 1);
  const room = `${floor}.${String(of("room").integer(1, 48)).padStart(2, "0")}`;
  return {
    id,
    type: "NFC",
    name: `${spot} ${site.code}-${room}`,
    project_id: project.projectId,
    description: `${spot}, ${site.name}`,
    is_active: of("is_active").chance(0.94),
    added_when: addedWhen,
    last_update: addedWhen + of("last_update").integer(0, 90 * 86_400),
    additional_data: of("additional_data").chance(0.03)
      ? null
      : createTagData(of, project, { id, site, location: `${spot} ${room}`, floor }),
  };
}

/** Most records follow the structure. Some do not, because clients have to cope with both. */
function createTagData(
  of: (field: string) => Random,
  project: SampleProject,
  tag: {
    readonly id: string;
    readonly site: Building;
    readonly location: string;
    readonly floor: number;
  },
): AdditionalData {
  const condition = of("condition");
  const interval = of("inspection_interval_days");
  const terminal = of("terminal_id");
  const terminalId = terminal.pick(project.terminalIds);
  const inspection = pickInspection(of("next_check"));
  const notes = of("notes");
  const legacy = of("legacy_number");
  return {
    site: tag.site.name,
    site_kind: tag.site.kind.name,
    location: tag.location,
    floor: of("missing floor").chance(0.04) ? null : tag.floor,
    condition: condition.chance(0.8) ? "good" : condition.pick(conditions),
    ...(interval.chance(0.9) && { inspection_interval_days: interval.pick([30, 90, 180, 365]) }),
    ...(inspection !== null && { next_check: inspection }),
    // Some clients write numbers as strings.
    ...(terminal.chance(0.85) && {
      terminal_id: terminal.chance(0.1) ? String(terminalId) : terminalId,
    }),
    ...(notes.chance(0.25) && { notes: notes.pick(tagNotes) }),
    ...(of("photo").chance(0.4) && { photo: `${imageHost}/tags/${tag.id}.jpg` }),
    ...(legacy.chance(0.04) && { legacy_number: `A-${legacy.integer(1000, 9999)}` }),
  };
}

const firstInspection = 1_782_864_000_000;

/**
 * When a tag is due for inspection, in the next two and a half years; null for three tags in ten.
 * Some clients write a time of day, too.
 */
function pickInspection(random: Random): string | null {
  if (random.chance(0.3)) return null;
  const date = new Date(firstInspection + random.integer(0, 899) * 86_400_000);
  const [day = ""] = date.toISOString().split("T");
  return random.chance(1 / 16) ? `${day} 08:00` : day;
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
  const of = (field: string) => random.of(`terminal.${field}`);
  const site = of("site").pick(project.buildings);
  const [nickname, model, platform, versions] = of("model").pick(devices);
  const canInsert = of("can_insert_chip").chance(0.6);
  return {
    id: terminal.id,
    // A reader has no modem.
    imei: platform === "Linux" ? "" : createImei(of("imei")),
    uuid: createUuid(of("uuid")),
    name: `${site.code} ${nickname} ${terminal.id % 1000}`,
    description: `${model} at ${site.name}`,
    is_active: of("is_active").chance(0.9),
    added_when: terminal.addedWhen,
    last_update: terminal.addedWhen + of("last_update").integer(0, 300 * 86_400),
    can_insert_chip: canInsert,
    can_change_chip: canInsert && of("can_change_chip").chance(0.3),
    project_id: project.projectId,
    platform,
    platform_version: of("platform_version").pick(versions),
    model,
    form_identifier: of("form_identifier").pick(["inspection", "cleaning-round", "asset-check"]),
    additional_data: of("additional_data").chance(0.05)
      ? null
      : {
          home_site: site.name,
          mounting: of("mounting").pick(mountings),
          home_tag: terminal.homeTag,
          assigned_to: of("unassigned").chance(0.15) ? null : of("assigned_to").pick(people),
          battery_percent: of("battery_percent").integer(4, 100),
          ...(of("notes").chance(0.2) && { notes: "Screen protector due." }),
          ...(of("photo").chance(0.3) && {
            photo: `${imageHost}/terminals/${terminal.id}.jpg`,
          }),
        },
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
