/** A folder that a case names. */
export interface HashedFolder {
  /** From the folder of the config. */
  readonly folder: string;
  /** sha256 (hex) of the paths and contents of its files; `null` until they are read. */
  readonly hash: string | null;
}

/** The folder that a case's agent works in: each trial has a copy of its own. */
export interface Workspace extends HashedFolder {
  /** A larger one is refused; bytes. */
  readonly max_bytes: number;
}
