/** A case, or a mean beyond its limit, that still looks worse at a p up to this is not called sound. */
export const UNSETTLED = 0.1;
