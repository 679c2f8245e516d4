/** A folder that a config or a case names. */
export interface HashedFolder {
  /** From the folder of the config. */
  readonly folder: string;
  /** sha256 (hex) of the paths and contents of its files; `null` until they are read. */
  readonly hash: string | null;
}

/** A folder that belongs to an agent, such as a skill, and is laid over the workspace of each trial. */
export interface Overlay extends HashedFolder {
  /** In the workspace; `.` is all of it. */
  readonly place: string;
}

/** The folder that a case's agent works in: each trial has a copy of its own. */
export interface Workspace extends HashedFolder {
  /** A larger one is refused; bytes. */
  readonly max_bytes: number;
}
