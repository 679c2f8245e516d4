/** What a case need not say. */
export const BARE_CASE = {
  name: null,
  tags: [],
  metadata: {},
  context: {},
  history: [],
  simulated_user: null,
  mocks: {},
  trials: null,
} as const;
