import { folderOf, plainPath } from '#cases/suite/graders/grader-files.ts';
import { ACCEPTS_FILE } from './gate/parse-accepts.ts';
import type { LoadedSuite } from './loaded-suite.ts';

/**
 * Files that decide whether a red is mended, and so are no place to mend it, as globs from the working directory; keys of `except` may
 * change. What counts is main's policy and the rules of the gate: this tells who wants to keep to them.
 */
export function guardedFiles({
  config,
  config_path: path,
  graders,
  accepts,
}: Pick<LoadedSuite, 'config' | 'config_path' | 'graders' | 'accepts'>): readonly {
  readonly glob: string;
  readonly except: readonly string[];
}[] {
  const { agent, cases, judge, replay, variants } = config;
  const folder = folderOf(path);
  const ofConfig = [
    ...cases.map(({ file }) => file),
    ACCEPTS_FILE,
    variants.file,
    ...(judge === null ? [] : [judge.calibration]),
    `${replay.folder}/**`,
    ...(agent.kind === 'suite' ? (agent.tests ?? []) : []),
    ...[...graders.values()].flatMap(({ files, folders }) => [...files.keys(), ...folders.map((name) => `${name}/**`)]),
  ].map((file) => plainPath(`${folder === '' ? '.' : folder}/${file}`));
  const others = [...(accepts === undefined ? [] : [accepts.path]), 'labels/**'];
  return [
    { glob: path, except: ['agent', 'agents', 'default_agent'] },
    ...[...new Set([...ofConfig, ...others])].map((glob) => ({ glob, except: [] })),
  ];
}
