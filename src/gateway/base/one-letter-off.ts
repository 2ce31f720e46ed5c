/** Whether a letter was changed, added or left out, or two neighbours have changed places. */
export function isOneLetterOff(name: string, other: string): boolean {
  let at = 0;
  while (at < name.length && name[at] === other[at]) at += 1;
  const [one, two] = [name.slice(at), other.slice(at)];
  const isSwapped = one.slice(2) === two.slice(2) && one[0] === two[1] && one[1] === two[0];
  return isSwapped || one.slice(1) === two.slice(1) || one.slice(1) === two || one === two.slice(1);
}
