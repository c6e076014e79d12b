/** The files that a contained process may use. For the process, all others do not exist. */
export interface FileAccess {
  /** Files to read, and folders whose files may be read. */
  readonly read: readonly string[];
  /** Files to read and write, and folders in which files may be made and removed. */
  readonly write: readonly string[];
  /** Devices to open and control, and folders of them. */
  readonly devices: readonly string[];
}
