/** How often something is measured. With `--quick` once: that shows whether the measure still runs, and says little of its figure. */
export function repeats(all: number): number {
  return process.argv.includes('--quick') ? 1 : all;
}
