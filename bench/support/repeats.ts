const IS_QUICK = process.argv.includes('--quick');

/** How often something is measured. With `--quick` once: that shows whether the measure still runs, and says little of its figure. */
export function repeats(all: number): number {
  return IS_QUICK ? 1 : all;
}

/** How much is drawn or run. With `--quick` a tenth, where no mark hangs on it or another measure runs as much. */
export function amount(all: number): number {
  return IS_QUICK ? Math.ceil(all / 10) : all;
}
