export const maxFieldsPerType = 500;

export const maxFileBytes = 1024 * 1024;

export function toEnumValue(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2");
  return `DATA_${words.toUpperCase()}`;
}
