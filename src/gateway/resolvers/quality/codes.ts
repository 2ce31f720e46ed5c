export type DataQualitySeverity = "ERROR" | "WARNING";

export type DataQualityCode = keyof typeof meanings;

interface CodeMeaning {
  readonly severity: DataQualitySeverity;
  readonly toMessage: (name: string) => string;
}

const error = "ERROR";
const warning = "WARNING";

const meanings = {
  MISSING_VALUE: {
    severity: error,
    toMessage: (name) => `${name} must be filled in, but has no value.`,
  },
  NOT_AN_OPTION: {
    severity: error,
    toMessage: (name) => `The value of ${name} is not one of its options.`,
  },
  NOT_A_NUMBER: { severity: error, toMessage: (name) => `The value of ${name} is not a number.` },
  NOT_A_URL: {
    severity: error,
    toMessage: (name) => `The value of ${name} is not an absolute http or https URL.`,
  },
  UNKNOWN_KEY: { severity: warning, toMessage: (name) => `The structure does not define ${name}.` },
  DUPLICATE_UID: { severity: error, toMessage: () => "Another tag has the same UID." },
  DUPLICATE_UUID: { severity: error, toMessage: () => "Another terminal has the same uuid." },
  DUPLICATE_IMEI: { severity: warning, toMessage: () => "Another terminal has the same imei." },
  BAD_IMEI: {
    severity: warning,
    toMessage: () => "The imei is not 15 digits with the right check digit.",
  },
  BAD_UUID: { severity: warning, toMessage: () => "The uuid is not a valid UUID." },
  TIME_IN_FUTURE: {
    severity: warning,
    toMessage: (name) => `${name} is more than a day in the future.`,
  },
  UPDATED_BEFORE_ADDED: {
    severity: warning,
    toMessage: () => "The record was changed before it was added.",
  },
  UNREADABLE_FIELD: {
    severity: error,
    toMessage: (name) => `The value of ${name} has the wrong type.`,
  },
  DANGLING_LINK: {
    severity: warning,
    toMessage: (name) => `The value of ${name} names no record.`,
  },
} satisfies Readonly<Record<string, CodeMeaning>>;

export const codes = Object.keys(meanings) as readonly DataQualityCode[];

export function rankOf(code: DataQualityCode): number {
  return codes.indexOf(code);
}

export function severityOf(code: DataQualityCode): DataQualitySeverity {
  return meanings[code].severity;
}

export function messageOf(code: DataQualityCode, identifier: string): string {
  const { toMessage }: CodeMeaning = meanings[code];
  return toMessage(JSON.stringify(identifier));
}
