/** The files of a case's custom checks; paths are relative to the folder of the config. */
export interface GraderFiles {
  /** With the hash of each. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * Those that no trial may change: all except data files outside the checks' folders, because changing those may be the agent's
   * task.
   */
  readonly watched: ReadonlySet<string>;
  /** Possible places of an import where no file exists. */
  readonly absent: ReadonlySet<string>;
  /** Folders that belong to the checks as a whole. */
  readonly folders: readonly string[];
  /** Commands that name nothing that can be traced: any file of the repository may be part of them. */
  readonly unknown: readonly string[];
  /** Programs that open files whose names they compute. */
  readonly computed: readonly string[];
  /** Named files that can't be read, each a sentence. */
  readonly problems: readonly string[];
}
