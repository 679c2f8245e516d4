/** `3.05 s` */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** `0.123 ms` */
export function milliseconds(ms: number): string {
  return `${ms.toFixed(Math.abs(ms) < 10 ? 3 : 1)} ms`;
}

/** `1.05 ×` */
export function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

/** `150 MB` */
export function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`;
}

/** `1,050 kB` */
export function inKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`;
}
