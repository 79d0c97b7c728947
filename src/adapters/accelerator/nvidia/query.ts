const REQUIRED = ['index', 'uuid', 'pci.bus_id', 'name', 'memory.total', 'memory.used', 'memory.free'];
/**
 * Fields that an old or a cut-down driver may not know; without them nothing is split and no display is active.
 * `display_mode` is not asked: it is enabled on cards in racks too, where nothing draws.
 */
const OPTIONAL = ['mig.mode.current', 'display_active'];
const FORMAT = '--format=csv,noheader,nounits';

/** The fields of one question for all devices. */
export function gpuFields(optional: boolean): readonly string[] {
  return optional ? [...REQUIRED, ...OPTIONAL] : REQUIRED;
}

export function gpuQuery(fields: readonly string[]): readonly string[] {
  return [`--query-gpu=${fields.join(',')}`, FORMAT];
}

/** Which compute processes hold memory on which device. Graphics processes are not told by this question. */
export const APPS_QUERY: readonly string[] = [
  '--query-compute-apps=gpu_uuid,pid,process_name,used_gpu_memory',
  FORMAT,
];

/** Which devices there are and under which driver, without their memory. */
export const IDENTITY_QUERY: readonly string[] = ['--query-gpu=uuid,driver_version', FORMAT];

/** The names of devices and, below them, of their instances. */
export const LIST_QUERY: readonly string[] = ['-L'];

/** Everything, as XML: nothing shorter tells the memory of an instance. */
export const DETAILS_QUERY: readonly string[] = ['-q', '-x'];
