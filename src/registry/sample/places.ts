/** A kind of site, and where the tags of such a site hang. */
export interface SiteKind {
  readonly kind: string;
  readonly spots: readonly [string, ...string[]];
}

/** A place that the sample's organisation looks after. */
export interface Site {
  readonly name: string;
  readonly code: string;
  readonly site: SiteKind;
  readonly floors: number;
}

const hospital: SiteKind = {
  kind: "Hospital",
  spots: [
    "Ward entrance",
    "Medicine store",
    "Crash trolley",
    "Bed lift",
    "Fire door",
    "Oxygen valve",
  ],
};
const school: SiteKind = {
  kind: "School",
  spots: ["Classroom door", "Gym store", "Boiler room", "Fire extinguisher", "Playground gate"],
};
const office: SiteKind = {
  kind: "Office",
  spots: [
    "Meeting room",
    "Server room",
    "Fire door",
    "Reception desk",
    "Kitchen",
    "Fire extinguisher",
  ],
};
const warehouse: SiteKind = {
  kind: "Warehouse",
  spots: ["Loading dock", "Rack row", "Forklift charger", "Cold room", "Emergency exit"],
};
const station: SiteKind = {
  kind: "Railway station",
  spots: ["Platform stairs", "Ticket hall", "Escalator", "Signal cabinet", "Waiting room"],
};
const hut: SiteKind = {
  kind: "Mountain hut",
  spots: ["Dormitory", "Wood store", "Water tank", "First-aid box", "Trail marker", "Winter room"],
};

/** The sites of the first project. */
export const harbourSites: readonly [Site, ...Site[]] = [
  { name: "Northgate Hospital", code: "NGH", site: hospital, floors: 6 },
  { name: "St Brannoc's Hospital", code: "SBH", site: hospital, floors: 4 },
  { name: "Millbrook Primary School", code: "MPS", site: school, floors: 2 },
  { name: "Harbour Grammar School", code: "HGS", site: school, floors: 3 },
  { name: "Quayside One", code: "QS1", site: office, floors: 11 },
  { name: "The Exchange", code: "EXC", site: office, floors: 7 },
  { name: "Dockland Logistics Centre", code: "DLC", site: warehouse, floors: 1 },
  { name: "Eastpier Cold Store", code: "ECS", site: warehouse, floors: 2 },
  { name: "Harbour Central Station", code: "HCS", site: station, floors: 3 },
  { name: "Saltmarsh Halt", code: "SMH", site: station, floors: 1 },
];

/** The sites of the second project. */
export const alpineSites: readonly [Site, ...Site[]] = [
  { name: "Hochalm Hütte", code: "HAH", site: hut, floors: 2 },
  { name: "Refuge du Col Bleu", code: "RCB", site: hut, floors: 2 },
  { name: "Rifugio Tre Laghi", code: "RTL", site: hut, floors: 3 },
];
