import { idOfLine, parseTrajectoryLine, type TrajectoryLine } from '#trials/trial/stored-trajectory.ts';
import { fileTrajectories } from './file-baselines.ts';

/**
 * The stored trajectories of one case by the number of the trial; lines that are no trajectories are left out.
 *
 * @param path of trajectories.jsonl
 * @throws Error whose message follows "its trajectories"
 */
export async function trajectoriesOfCase(path: string, caseId: string): Promise<ReadonlyMap<number, TrajectoryLine>> {
  const lines = new Map<number, TrajectoryLine>();
  for await (const line of fileTrajectories({ place: path })) {
    const id = idOfLine(line);
    if (id !== null && !id.startsWith(`${caseId}#`)) continue;
    const read = parseTrajectoryLine(line);
    const number = /^(.*)#(\d+)$/s.exec(read?.id ?? '');
    if (read !== null && number?.[1] === caseId) lines.set(Number(number[2]), read);
  }
  return lines;
}
