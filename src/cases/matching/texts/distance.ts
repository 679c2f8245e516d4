/** Distance of two numbers: exact if both are whole, however large they are. */
export function distance(left: number | bigint, right: number | bigint): number {
  if (left === right) return 0;
  if (typeof left === 'number' && typeof right === 'number') return Math.abs(left - right);
  if (!isWhole(left) || !isWhole(right)) return Math.abs(Number(left) - Number(right));
  const between = BigInt(left) - BigInt(right);
  return Number(between < 0n ? -between : between);
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
