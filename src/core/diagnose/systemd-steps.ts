/**
 * Exit codes of systemd's own: the main process ended with one before it became the program, at this step of what the
 * unit asks for (systemd.exec(5), "Process Exit Codes"; names as `systemd-analyze exit-status` prints them).
 */
export const SYSTEMD_STEPS: Readonly<Record<number, { readonly name: string; readonly what: string }>> = {
  200: { name: 'CHDIR', what: 'enter the working folder (WorkingDirectory=)' },
  201: { name: 'NICE', what: 'set the priority (Nice=)' },
  202: { name: 'FDS', what: 'close or arrange file descriptors' },
  203: { name: 'EXEC', what: 'execute the program' },
  204: { name: 'MEMORY', what: 'get memory for the start' },
  205: { name: 'LIMITS', what: 'set resource limits (Limit*=)' },
  206: { name: 'OOM_ADJUST', what: 'set OOMScoreAdjust=' },
  207: { name: 'SIGNAL_MASK', what: 'set the signal mask' },
  208: { name: 'STDIN', what: 'open StandardInput=' },
  209: { name: 'STDOUT', what: 'open StandardOutput=' },
  210: { name: 'CHROOT', what: 'change the root folder (RootDirectory=)' },
  211: { name: 'IOPRIO', what: 'set the I/O priority (IOSchedulingClass=)' },
  212: { name: 'TIMERSLACK', what: 'set TimerSlackNSec=' },
  213: { name: 'SECUREBITS', what: 'set SecureBits=' },
  214: { name: 'SETSCHEDULER', what: 'set CPUSchedulingPolicy=' },
  215: { name: 'CPUAFFINITY', what: 'set CPUAffinity=' },
  216: { name: 'GROUP', what: 'become the group of the unit (Group=)' },
  217: { name: 'USER', what: 'become the user of the unit (User=)' },
  218: { name: 'CAPABILITIES', what: 'set capabilities' },
  219: { name: 'CGROUP', what: 'set up the control group' },
  220: { name: 'SETSID', what: 'make a session of its own' },
  221: { name: 'CONFIRM', what: 'go on: the start was declined at the console' },
  222: { name: 'STDERR', what: 'open StandardError=' },
  224: { name: 'PAM', what: 'open the PAM session (PAMName=)' },
  225: { name: 'NETWORK', what: 'set up the network namespace' },
  226: { name: 'NAMESPACE', what: 'set up the mount namespace (ReadWritePaths=, PrivateTmp= and the like)' },
  227: { name: 'NO_NEW_PRIVILEGES', what: 'set NoNewPrivileges=' },
  228: { name: 'SECCOMP', what: 'set the filter of system calls' },
  229: { name: 'SELINUX_CONTEXT', what: 'set SELinuxContext=' },
  230: { name: 'PERSONALITY', what: 'set Personality=' },
  231: { name: 'APPARMOR', what: 'set AppArmorProfile=' },
  232: { name: 'ADDRESS_FAMILIES', what: 'set RestrictAddressFamilies=' },
  233: { name: 'RUNTIME_DIRECTORY', what: 'make RuntimeDirectory=' },
  235: { name: 'CHOWN', what: 'change the owner of a socket' },
  236: { name: 'SMACK_PROCESS_LABEL', what: 'set SmackProcessLabel=' },
  237: { name: 'KEYRING', what: 'set up the kernel keyring' },
  238: { name: 'STATE_DIRECTORY', what: 'make StateDirectory=' },
  239: { name: 'CACHE_DIRECTORY', what: 'make CacheDirectory=' },
  240: { name: 'LOGS_DIRECTORY', what: 'make LogsDirectory=' },
  241: { name: 'CONFIGURATION_DIRECTORY', what: 'make ConfigurationDirectory=' },
  242: { name: 'NUMA_POLICY', what: 'set NUMAPolicy=' },
  243: { name: 'CREDENTIALS', what: 'set up credentials (LoadCredential=)' },
  244: { name: 'BPF', what: 'load its BPF programs' },
};

/** From here on a code may also be the negative of a signal, as a launcher leaves it that passes on its child's end. */
const FIRST_OF_SIGNALS = 225;

/** What the manager writes about it; a journal that only shows a unit's own output does not have it. */
const FAILED_AT = /(?:^|: )Failed at step (\S+) spawning /;

/** The manager's own words about a start that failed at a step; null: there are none. */
export function failedStepLine<Line extends { readonly text: string }>(lines: readonly Line[]): Line | null {
  return lines.find(({ text }) => FAILED_AT.test(text)) ?? null;
}

/** The step at which the manager failed, where the code alone, or together with its words, says so. */
export function failedStep(
  code: number | null,
  lines: readonly { readonly text: string }[],
): { readonly code: number; readonly name: string; readonly what: string } | null {
  const step = SYSTEMD_STEPS[code ?? 0];
  if (code === null || step === undefined) return null;
  return code >= FIRST_OF_SIGNALS && failedStepLine(lines) === null ? null : { code, ...step };
}
