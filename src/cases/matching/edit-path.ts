/** One step of the way from one sequence to another: a pair that stays together, or an item that only one side has. */
export interface EditStep {
  /** Index on either side; `null`: the other side alone has an item here. */
  readonly left: number | null;
  readonly right: number | null;
  /** 0 for a pair of equal items. */
  readonly cost: number;
}

/** A cheapest way from one sequence to another. */
export interface EditPath {
  readonly distance: number;
  /** In the order of both sides; of all cheapest ways, the one that pairs the earliest items. */
  readonly steps: readonly EditStep[];
}

/**
 * Edit distance of two numbered sequences (Wagner & Fischer 1974) with the way that has it: an item that only one side has costs
 * 1. The common beginning and end of both sides are paired first, so that long and nearly equal sequences cost little.
 *
 * @param left how many numbers 0, 1, … the left sequence has; `right` likewise
 * @param cost of a pair: 0 if equal, `null` if the two may not be paired
 */
export function editPath(left: number, right: number, cost: (left: number, right: number) => number | null): EditPath {
  const shorter = Math.min(left, right);
  let start = 0;
  while (start < shorter && cost(start, start) === 0) start += 1;
  let end = 0;
  while (end < shorter - start && cost(left - 1 - end, right - 1 - end) === 0) end += 1;
  const middle = shortestPath(left - start - end, right - start - end, (l, r) => cost(start + l, start + r));
  const pair = (l: number, r: number): EditStep => ({ left: l, right: r, cost: 0 });
  return {
    distance: middle.distance,
    steps: [
      ...Array.from({ length: start }, (_, index) => pair(index, index)),
      ...middle.steps.map((step) => ({
        ...step,
        left: step.left === null ? null : step.left + start,
        right: step.right === null ? null : step.right + start,
      })),
      ...Array.from({ length: end }, (_, index) => pair(left - end + index, right - end + index)),
    ],
  };
}

function shortestPath(left: number, right: number, cost: (left: number, right: number) => number | null): EditPath {
  const width = right + 1;
  // Distance of what follows (l, r) on both sides.
  const rest = new Float64Array((left + 1) * width);
  const at = (l: number, r: number): number => rest[l * width + r] ?? 0;
  for (let l = left; l >= 0; l -= 1) {
    for (let r = right; r >= 0; r -= 1) {
      if (l === left || r === right) rest[l * width + r] = left - l + (right - r);
      else rest[l * width + r] = Math.min(addCost(cost(l, r), at(l + 1, r + 1)), 1 + at(l + 1, r), 1 + at(l, r + 1));
    }
  }
  const steps: EditStep[] = [];
  let [l, r] = [0, 0];
  while (l < left || r < right) {
    const between = l < left && r < right ? cost(l, r) : null;
    if (between !== null && between + at(l + 1, r + 1) === at(l, r))
      steps.push({ left: l++, right: r++, cost: between });
    else if (l < left && 1 + at(l + 1, r) === at(l, r)) steps.push({ left: l++, right: null, cost: 1 });
    else steps.push({ left: null, right: r++, cost: 1 });
  }
  return { distance: at(0, 0), steps };
}

function addCost(cost: number | null, rest: number): number {
  return cost === null ? Number.POSITIVE_INFINITY : cost + rest;
}
