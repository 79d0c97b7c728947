/** A device as the runtime counts it. */
export interface Counted {
  readonly uuid: string;
  /** Its place in the runtime's order; null: not known. */
  readonly node: number | null;
  /** `GPU-0123456789abcdef`; null: it has none. */
  readonly unique_id: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The devices that the ROCm runtime shows to a process with this environment. ROCR_VISIBLE_DEVICES goes first (empty:
 * none); HIP_VISIBLE_DEVICES counts what that has left, and CUDA_VISIBLE_DEVICES means the same where it is not set
 * (empty: as if not set). null: all, or it cannot be said from here.
 */
export function visibleDevices(
  environment: Environment,
  devices: readonly Counted[],
): readonly string[] | null {
  const rocr = environment['ROCR_VISIBLE_DEVICES'];
  const hip = environment['HIP_VISIBLE_DEVICES'] || environment['CUDA_VISIBLE_DEVICES'] || undefined;
  // how this older one goes with the others is not documented
  const older = environment['GPU_DEVICE_ORDINAL'] || undefined;
  if ((rocr === undefined && hip === undefined) || older !== undefined) return null;
  const ordered = [...devices].sort((a, b) => (a.node ?? 0) - (b.node ?? 0));
  if (ordered.some(({ node }) => node === null)) return null;
  const left = rocr === undefined ? ordered : chosen(rocr, ordered);
  const shown = left === null || hip === undefined ? left : chosen(hip, left);
  return shown?.map(({ uuid }) => uuid) ?? null;
}

/** null: a word names nothing that is here. */
function chosen(value: string, devices: readonly Counted[]): readonly Counted[] | null {
  const words = value.split(',').map((word) => word.trim());
  const end = words.findIndex((word) => word === '' || word === '-1');
  const found = words.slice(0, end < 0 ? words.length : end).map((word) => {
    if (/^\d+$/.test(word)) return devices[Number(word)];
    return devices.find(({ unique_id }) => unique_id?.toLowerCase() === word.toLowerCase());
  });
  const known = found.filter((device) => device !== undefined);
  return known.length === found.length ? [...new Set(known)] : null;
}
