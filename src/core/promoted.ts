/** What `promote` installs: one file of ours that makes a setting the service's own, until it is taken away. */
export interface Promoted {
  /** The sweep that the setting comes from, and the setting's trial. */
  readonly run_id: string;
  readonly trial: string;
  /** It outlives a reboot. */
  readonly persist: boolean;
  /** For people: whoever writes it computes the path again. */
  readonly file: string;
  readonly text: string;
}

/** What a run finds installed, and what it puts in its place; null: nothing. */
export interface Promotion {
  readonly before: Promoted | null;
  readonly after: Promoted | null;
}

/** What is installed for good from a change on, under the server that the change starts or finds. */
export interface Standing {
  /** null: nothing of ours. */
  readonly promoted: Promoted | null;
  /** The server must be what the service runs by itself then; false: it may need a file of its own, as an original does. */
  readonly is_own: boolean;
}
