/** The trajectories of a run that has stored none. */
export async function* noTrajectories(): AsyncGenerator<string> {}
