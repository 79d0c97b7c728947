import type { FaultCause } from '../../fault.ts';
import type { Signature, Stage } from '../signature.ts';

/** `RuntimeError: `, or what hands an error on in front of it: `Exception: Capture cuda graph failed: `. */
const RAISED = '^(?:[\\w. ]{1,60}: ){0,3}';

function raised(
  id: string,
  cause: FaultCause,
  stage: Stage,
  text: string,
  may_name_setting = false,
): Signature {
  return { id, role: 'root', cause, stage, pattern: new RegExp(RAISED + text), may_name_setting };
}

function wrapper(id: string, pattern: RegExp): Signature {
  return { id, role: 'wrapper', cause: 'unknown', stage: 'any', pattern, may_name_setting: false };
}

/** What the command is refused for, before any process of the engine exists. */
const ARGUMENTS: readonly Signature[] = [
  raised('unknown-flag', 'bad-flag', 'arguments', 'error: unrecognized arguments: (?<flag>\\S+)'),
  raised('ambiguous-flag', 'bad-flag', 'arguments', 'error: ambiguous option: (?<flag>[^\\s=]+)'),
  raised('bad-argument', 'bad-value', 'arguments', 'error: argument (?<flag>[^:/\\s]+)'),
  raised(
    'missing-argument',
    'bad-value',
    'arguments',
    'error: the following arguments are required: (?<flag>[^/,\\s]+)',
  ),
  raised(
    'context-too-long',
    'context-too-long',
    'load',
    'User-specified context_length \\((?<value>\\d+)\\) is greater than the derived context_length',
  ),
];

const FILES: readonly Signature[] = [
  raised(
    'weights-absent',
    'weights-missing',
    'load',
    'Cannot find any model weights with `(?<value>[^`]*)`',
    true,
  ),
  raised(
    'model-absent',
    'weights-missing',
    'load',
    "(?:Repo id must be in the form|Can't load) .*'(?<value>[^']*)'",
    true,
  ),
  raised(
    'model-unknown',
    'weights-missing',
    'load',
    '(?<value>\\S+) is not a local folder and is not a valid model identifier',
    true,
  ),
  raised(
    'file-absent',
    'weights-missing',
    'load',
    "\\[Errno 2\\] No such file or directory: '(?<value>[^']*\\.(?:safetensors|bin|json|gguf|model|jinja))'",
    true,
  ),
  raised('file-damaged', 'weights-missing', 'load', 'Error while deserializing header: '),
  raised('hub-unreachable', 'weights-missing', 'load', "We couldn't connect to 'https?://"),
  raised(
    'unknown-architecture',
    'weights-missing',
    'load',
    '(?:Model architectures .* are not supported for now|The checkpoint you are trying to load has model type)',
  ),
  raised('disk-full', 'disk-full', 'any', '\\[Errno 28\\] No space left on device'),
  raised(
    'module-missing',
    'executable-missing',
    'any',
    "(?:No module named '|cannot import name '|\\S+\\.so[.\\d]*: cannot open shared object file)",
  ),
];

/** Memory: of the devices unless said otherwise. What others held is told from these by what was witnessed. */
const MEMORY: readonly Signature[] = [
  raised('cuda-memory', 'out-of-memory', 'any', '(?:CUDA out of memory|CUDA error: out of memory)'),
  raised(
    'cache-memory',
    'out-of-memory',
    'any',
    '(?:Not enough memory\\. Please try to increase --mem-fraction-static|Loaded weights leave no GPU memory for the KV cache)',
  ),
  raised(
    'state-memory',
    'out-of-memory',
    'any',
    '(?:Not enough GPU memory for hybrid|Hybrid .*state cache is too small to serve)',
  ),
  raised('draft-memory', 'out-of-memory', 'any', '(?:DFLASH|DDTREE) draft OOM when allocating'),
  raised('prefill-memory', 'out-of-memory', 'any', 'Prefill out of memory\\. Try to lower'),
  raised('host-memory', 'out-of-memory', 'any', 'Not enough host memory available\\. Requesting'),
  raised(
    'host-killer',
    'out-of-memory',
    'any',
    '\\S+: A process of this unit has been killed by the OOM killer',
  ),
  {
    // the same sentence is a warning where the check is switched off; an error has its type in front
    ...raised('memory-uneven', 'out-of-memory-leftover', 'any', ''),
    pattern: /^(?:ValueError|RuntimeError): The memory capacity is unbalanced/,
  },
  raised(
    'device-busy',
    'out-of-memory-leftover',
    'any',
    'CUDA error: (?:all )?CUDA-capable device\\(s\\) is/are busy',
  ),
];

const DEVICES: readonly Signature[] = [
  raised(
    'device-lost',
    'device-lost',
    'any',
    'CUDA error: (?:unspecified launch failure|uncorrectable ECC error|no CUDA-capable device is detected|invalid device ordinal)',
  ),
  raised('device-fell-off', 'device-lost', 'any', '(?:NVRM: Xid \\(PCI:[^)]*\\): 79\\b|GPU is lost)'),
  raised('device-handle', 'device-lost', 'any', 'Unable to determine the device handle for'),
  raised(
    'driver',
    'driver',
    'any',
    '(?:CUDA driver version is insufficient|The NVIDIA driver on your system is too old|Found no NVIDIA driver|Error 80[234]: |No accelerator \\(CUDA|.*Driver/library version mismatch)',
  ),
  raised('no-kernel', 'driver', 'any', 'CUDA error: no kernel image is available for execution'),
  raised('illegal-access', 'unknown', 'any', 'CUDA error: an illegal memory access was encountered'),
];

const SERVER: readonly Signature[] = [
  raised(
    'port-held',
    'port-held',
    'any',
    "\\[Errno 98\\] error while attempting to bind on address \\('[^']*', (?<value>\\d+)\\)",
    true,
  ),
  raised(
    'port-in-use',
    'port-held',
    'any',
    '(?:\\[Errno 98\\] Address already in use|Port is already in use\\. )',
  ),
  raised(
    'kernel-too-large',
    'bad-value',
    'any',
    'out of resource: shared memory, Required: \\d+, Hardware limit: \\d+',
  ),
  raised('watchdog', 'unknown', 'any', 'Scheduler watchdog timeout \\('),
  raised('memory-leak', 'unknown', 'any', '\\w+ memory leak detected!'),
  raised('crash', 'unknown', 'any', 'Fatal Python error: (?:Bus error|Segmentation fault|Aborted)'),
  {
    // any other complaint of the checks that run before the engine's processes
    ...raised('bad-value', 'bad-value', 'arguments', ''),
    pattern: /^(?:ValueError|AssertionError|NotImplementedError)(?:: |$)/,
  },
];

/** Lines that say that something failed: another rank, a child, the whole. The cause stands before them. */
const WRAPPERS: readonly Signature[] = [
  wrapper('scheduler-failed', /^Scheduler hit an exception: /),
  wrapper('child-failed', /^(?:Received sigquit from a child process|SIGQUIT received\. )/),
  wrapper('kills-itself', /^kill_process_tree called: /),
  wrapper('rank-died', /^(?:\w{1,40}: )?Rank \d+ scheduler died during initialization/),
  wrapper('subprocess-died', /^Subprocess \S+ \(pid=\d+\) crashed with exit code/),
  wrapper('rank-behind', /^(?:\w{1,40}: )?TP rank \d+ could finish the model loading, but/),
  wrapper('warm-up-failed', /^Initialization failed\. warmup error: /),
  wrapper('graphs-failed', /^(?:\w{1,40}: )?Capture cuda graph failed: /),
  wrapper('collective-timeout', /^\[.*Watchdog caught collective operation timeout/),
  wrapper('collective-failed', /^\[\w[^\]]*ProcessGroupNCCL\.cpp/),
  wrapper('peer-gone', /^RuntimeError: \[\S+\] (?:Connection closed by peer|Read error)/),
  wrapper('unit-killed', /^\S+\.service: Main process exited, code=killed/),
];

/** SGLang 0.5.23 as captured on CPU; the lines of GPUs and of tree drafting as in its source and that of forks. */
export const SGLANG: readonly Signature[] = [
  ...ARGUMENTS,
  ...FILES,
  ...MEMORY,
  ...DEVICES,
  ...SERVER,
  ...WRAPPERS,
];
