import { useState } from "react";
import { removeStored, type TextStorage, writeText } from "../connect/storage.ts";

const storageName = "tapgraph.explain";

/** Whether requests ask what they cost. The switch is remembered. */
export function useExplain(storage: TextStorage): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => storage.getItem(storageName) === "on");
  const change = (next: boolean) => {
    if (next) writeText(storage, storageName, "on");
    else removeStored(storage, storageName);
    setIsOn(next);
  };
  return [isOn, change];
}
