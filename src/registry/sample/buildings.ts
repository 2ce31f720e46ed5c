interface BuildingKind {
  readonly name: string;
  readonly spots: readonly [string, ...string[]];
}

export interface Building {
  readonly name: string;
  readonly code: string;
  readonly kind: BuildingKind;
  readonly floors: number;
}

const hospital: BuildingKind = {
  name: "Hospital",
  spots: [
    "Ward entrance",
    "Medicine store",
    "Crash trolley",
    "Bed lift",
    "Fire door",
    "Oxygen valve",
  ],
};
const school: BuildingKind = {
  name: "School",
  spots: ["Classroom door", "Gym store", "Boiler room", "Fire extinguisher", "Playground gate"],
};
const office: BuildingKind = {
  name: "Office",
  spots: [
    "Meeting room",
    "Server room",
    "Fire door",
    "Reception desk",
    "Kitchen",
    "Fire extinguisher",
  ],
};
const warehouse: BuildingKind = {
  name: "Warehouse",
  spots: ["Loading dock", "Rack row", "Forklift charger", "Cold room", "Emergency exit"],
};
const station: BuildingKind = {
  name: "Railway station",
  spots: ["Platform stairs", "Ticket hall", "Escalator", "Signal cabinet", "Waiting room"],
};
const hut: BuildingKind = {
  name: "Mountain hut",
  spots: ["Dormitory", "Wood store", "Water tank", "First-aid box", "Trail marker", "Winter room"],
};

export const harbourBuildings: readonly [Building, ...Building[]] = [
  { name: "Northgate Hospital", code: "NGH", kind: hospital, floors: 6 },
  { name: "St Brannoc's Hospital", code: "SBH", kind: hospital, floors: 4 },
  { name: "Millbrook Primary School", code: "MPS", kind: school, floors: 2 },
  { name: "Harbour Grammar School", code: "HGS", kind: school, floors: 3 },
  { name: "Quayside One", code: "QS1", kind: office, floors: 11 },
  { name: "The Exchange", code: "EXC", kind: office, floors: 7 },
  { name: "Dockland Logistics Centre", code: "DLC", kind: warehouse, floors: 1 },
  { name: "Eastpier Cold Store", code: "ECS", kind: warehouse, floors: 2 },
  { name: "Harbour Central Station", code: "HCS", kind: station, floors: 3 },
  { name: "Saltmarsh Halt", code: "SMH", kind: station, floors: 1 },
];

export const alpineBuildings: readonly [Building, ...Building[]] = [
  { name: "Hochalm Hütte", code: "HAH", kind: hut, floors: 2 },
  { name: "Refuge du Col Bleu", code: "RCB", kind: hut, floors: 2 },
  { name: "Rifugio Tre Laghi", code: "RTL", kind: hut, floors: 3 },
];
