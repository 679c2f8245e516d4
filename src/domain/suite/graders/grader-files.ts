/** The files that belong to a case's custom checks; paths are from the folder of the config. */
export interface GraderFiles {
  /** With the hash of each. */
  readonly files: ReadonlyMap<string, string>;
  /** Those of them that no trial may change: all but data that the programs only read elsewhere, as an agent may be there to change it. */
  readonly watched: ReadonlySet<string>;
  /** Places where something that is imported could lie, and nothing is. */
  readonly absent: ReadonlySet<string>;
  /** Folders that are theirs as a whole. */
  readonly folders: readonly string[];
  /** Commands that name nothing that can be followed: any file of the repository may be part of them. */
  readonly unknown: readonly string[];
  /** What named files can't be read, each a sentence. */
  readonly problems: readonly string[];
}
